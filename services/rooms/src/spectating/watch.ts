import { type IsBlocked, PLACEHOLDER_IDS } from '../blocks/index.js'
import type { Answer, FindRoomsRefusal, Rooms } from '../seats/index.js'
import { refuse } from '../shared/rules/input.js'
import { type Connection, type Room, watcherBy, watcherContinuedBy } from '../shared/rules/room.js'
import type { WatchLimit, WatchPasses } from './store.js'

export interface WatchRequest {
  readonly roomId: string
  readonly connection: Connection
  readonly continues?: string | undefined
  /** The same when the request is repeated. */
  readonly requestId: string
}

/** A player who watches a room. */
export interface Spectator {
  readonly accountId: number
  readonly username: string
  readonly alias?: number | undefined
}

/** An administrator who watches a tie. */
export interface Judge {
  readonly id: number
  readonly name: string
}

/** Watches rooms as a judge or spectator. */
export interface Watching {
  /** A refusal keeps the pass valid. */
  asJudge(wanted: WatchRequest, pass: string, judge: Judge): Promise<Answer | 'late'>
  asSpectator(wanted: WatchRequest, spectator: Spectator): Promise<Answer | 'late'>
}

export interface WatchingDeps {
  readonly rooms: Pick<Rooms, 'preview' | 'execute'>
  readonly passes: Pick<WatchPasses, 'redeem' | 'hash'>
  readonly limit: WatchLimit
  readonly isBlocked: IsBlocked
  readonly findRefusal: FindRoomsRefusal
  /** Records the beginning once for each claim. */
  readonly recordBegin: (room: Room, judge: Judge, by: { claim: string; requestId: string }) => Promise<void>
}

export function createWatching({ rooms, passes, limit, isBlocked, findRefusal, recordBegin }: WatchingDeps): Watching {
  return {
    async asJudge({ roomId, connection, continues, requestId }, pass, judge) {
      const { id, name } = judge
      const claim = passes.hash(pass, id)
      const administrator = { id, name }
      const command = {
        kind: 'watch',
        connection,
        continues,
        claim,
        name: '',
        judge: true,
        accountId: 0,
        administrator,
      } as const
      const current = await rooms.preview(roomId, command)
      if ('refused' in current || watcherBy(current.room, connection.socketId)) return current
      if (watcherContinuedBy(current.room, command)) return rooms.execute(roomId, command)
      const grant = await passes.redeem(pass, id, requestId)
      if (grant?.roomId !== roomId) return refuse('WATCH_PASS_INVALID')
      await recordBegin(current.room, judge, { claim, requestId })
      return rooms.execute(roomId, { ...command, name: grant.judge.name })
    },

    async asSpectator({ roomId, connection, continues, requestId }, { accountId, username, alias }) {
      const command = { kind: 'watch', connection, continues, name: username, judge: false, accountId, alias } as const
      const current = await rooms.preview(roomId, command)
      if ('refused' in current) {
        // Response time must not reveal a block.
        await isBlocked(accountId, PLACEHOLDER_IDS).catch(() => undefined)
        return current
      }
      const isUnwelcome = ({ seats }: Room): Promise<boolean> =>
        isBlocked(
          accountId,
          seats.map((seat) => seat.accountId),
        )
      const [refusal, unwelcome] = await Promise.all([findRefusal(accountId), isUnwelcome(current.room)])
      if (refusal) return refuse(refusal)
      // Same as without consent, so that blocks stay hidden.
      if (unwelcome) return refuse('NOT_WATCHABLE')
      if (watcherBy(current.room, connection.socketId)) return current
      const continued = watcherContinuedBy(current.room, command) !== undefined
      if (!continued && !(await limit.take(roomId, accountId, requestId))) return refuse('RATE_LIMITED')
      const answer = await rooms.execute(roomId, command)
      // A new block found no spectator to disconnect.
      if (answer === 'late' || 'refused' in answer || !(await isUnwelcome(answer.room))) return answer
      await rooms.execute(roomId, { kind: 'stop-watching', accountId })
      return refuse('NOT_WATCHABLE')
    },
  }
}
