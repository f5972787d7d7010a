import type { Answer } from '../seats/rules/outcome.js'
import type { IsBlocked } from '../blocks/join-check.js'
import type { WatchCommand } from '../seats/rules/command.js'
import { refuse, type Refused } from '../shared/rules/input.js'
import { reduce } from '../seats/rules/reduce.js'
import { type Connection, type Room, watcherBy, watcherGoingOn } from '../shared/rules/room.js'
import { REFUSAL } from '../seats/sit-down.js'
import type { Rooms } from '../seats/rooms.js'
import type { ClosedBy } from '../seats/account-store.js'
import { nameOfPass, type WatchPace, type WatchPasses } from './store.js'

/** Who wants to watch a room, by which connection. */
export interface WatchRequest {
  readonly roomId: string
  readonly connection: Connection
  /** The socketId of the connection that hands over to this one. */
  readonly continues?: string | undefined
}

/** A signed-in adult to whom rooms are open. */
export interface Spectator {
  readonly accountId: number
  readonly username: string
}

/** The administrator who watches, and the call by which it comes. */
export interface Judge {
  readonly id: number
  readonly name: string
  readonly requestId: string
}

export interface Watching {
  /** With a pass of this administrator's own, which works once. Where nobody could watch anyhow it is not used up. */
  asJudge(wanted: WatchRequest, pass: string, administrator: Judge): Promise<Answer | 'late'>
  asSpectator(wanted: WatchRequest, spectator: Spectator): Promise<Answer | 'late'>
}

export interface WatchingParts {
  readonly rooms: Pick<Rooms, 'load' | 'execute'>
  readonly passes: Pick<WatchPasses, 'redeem'>
  readonly pace: WatchPace
  readonly blocked: IsBlocked
  /** Why rooms are closed to an account, also where its principal is from before that. */
  readonly closedBy: (accountId: number) => Promise<ClosedBy | undefined>
  /** Tells the audit log that a judge is about to see the room. Nobody sees anything if that fails. */
  readonly recordBegin: (room: Room, judge: Judge) => Promise<void>
}

export function createWatching({ rooms, passes, pace, blocked, closedBy, recordBegin }: WatchingParts): Watching {
  return {
    async asJudge({ roomId, connection, continues }, pass, administrator) {
      const { id, name } = administrator
      const claim = nameOfPass(pass, id)
      const someJudge = { kind: 'watch', connection, continues, claim, name: '', judge: true, accountId: 0, administrator: { id, name } } as const
      const seen = await look(rooms, roomId, someJudge)
      // Its pass has been used by the call that this one repeats.
      if ('refused' in seen || watcherBy(seen.room, connection.socketId)) return seen
      // Or by the connection that this one takes over from.
      if (watcherGoingOn(seen.room, someJudge)) return rooms.execute(roomId, someJudge)
      const grant = await passes.redeem(pass, id)
      if (grant?.roomId !== roomId) return refuse('WATCH_PASS_INVALID')
      await recordBegin(seen.room, administrator)
      return rooms.execute(roomId, { ...someJudge, name: grant.judge.name })
    },

    async asSpectator({ roomId, connection, continues }, { accountId, username }) {
      const command = { kind: 'watch', connection, continues, name: username, judge: false, accountId } as const
      const seen = await look(rooms, roomId, command)
      if ('refused' in seen) return seen
      const isUnwelcome = ({ seats }: Room): Promise<boolean> =>
        blocked(
          accountId,
          seats.map((seat) => seat.accountId),
        )
      const [closed, unwelcome] = await Promise.all([closedBy(accountId), isUnwelcome(seen.room)])
      if (closed) return refuse(REFUSAL[closed])
      // The same answer as where somebody does not consent: nobody learns who has blocked them.
      if (unwelcome) return refuse('NOT_WATCHABLE')
      if (watcherBy(seen.room, connection.socketId)) return seen
      const goesOn = watcherGoingOn(seen.room, command) !== undefined
      if (!goesOn && !(await pace.take(roomId, accountId))) return refuse('RATE_LIMITED')
      const answer = await rooms.execute(roomId, command)
      // A block that was made meanwhile may have found nobody to put out.
      if (answer === 'late' || 'refused' in answer || !(await isUnwelcome(answer.room))) return answer
      await rooms.execute(roomId, { kind: 'stop-watching', accountId })
      return refuse('NOT_WATCHABLE')
    },
  }
}

/** The room as it is, if the command would be accepted now. */
async function look(
  rooms: Pick<Rooms, 'load'>,
  roomId: string,
  command: WatchCommand,
): Promise<{ readonly room: Room } | Refused> {
  const { room, nowMs } = await rooms.load(roomId)
  if (!room) return refuse('ROOM_NOT_FOUND')
  // No grace begins by watching.
  const preview = reduce(room, command, { nowMs, graceMs: 0 })
  return 'refused' in preview ? preview : { room }
}
