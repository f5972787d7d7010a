import { type CallContext, KlaError, newId } from '@kla/chassis'
import type { Room } from '@kla/proto'
import type { Clients } from '../../shared/clients.js'
import { sessionKeyOf } from '../../shared/session-cookie.js'
import type { Session, Sessions } from '../accounts/sessions.js'
import type { Connection } from '../connection/connection.js'
import type { JudgeEnforcement } from '../judge-enforcement.js'
import type { Lobby } from '../lobby/lobby.js'
import type { Admission } from '../overload/admission.js'
import type { EventContext, EventTable } from '../pipeline/event-row.js'
import type { KnownSeats } from '../rooms/known-seats.js'
import type { JudgeSession, Member } from '../rooms/member.js'
import type { HubRoom } from '../rooms/room.js'
import { endOfWatching } from '../rooms/watchers.js'
import { arrive, type EntryDeps, isUndecided, leaveFormer, seatConnection } from './entry.js'

export interface SpectatingEventsDeps extends EntryDeps {
  readonly clients: Pick<Clients, 'auth' | 'watching'>
  readonly sessions: Pick<Sessions, 'call' | 'hasEnded' | 'roomsClosedReason'>
  readonly admission: Pick<Admission, 'credentials' | 'entries' | 'reads'>
  readonly seats: Pick<KnownSeats, 'isWatching'>
  readonly lobby: Pick<Lobby, 'unsubscribe'>
  readonly judges: Pick<JudgeEnforcement, 'began'>
  readonly now: () => number
}

type SpectatingEvents = Pick<EventTable, 'watch-room' | 'stop-watching' | 'allow-spectators'>

export const spectatingEvents = (deps: SpectatingEventsDeps): SpectatingEvents => ({
  /** Admits judges by a pass and their console session, players by their own session. */
  'watch-room': {
    access: 'anyone',
    rate: 'entry',
    lane: 'entry',
    async handle({ connection, data, answer }) {
      const { member } = connection
      if (member && !member.watching) throw new KlaError('ALREADY_SEATED')
      const { roomId } = data
      const pass = data.pass ?? ''
      // Checked before any subscription or call to rooms.
      const caller =
        pass === '' ? { session: await connection.requireSession() } : { judge: await judgeBy(deps, connection, data) }
      await deps.hub.enter(roomId, async (room) => {
        const watched = await askToWatch(deps, connection, { ...data, pass }, caller)
        if (watched) room.adopt(watched)
        answer()
        const watcher = beginWatching(deps, connection, room, caller.judge)
        if (!watcher) return
        deps.judges.began(watcher)
        arrive(deps, connection, room, watcher)
      })
    },
  },

  'stop-watching': {
    access: 'anyone',
    rate: 'entry',
    lane: 'entry',
    exits: true,
    async handle({ connection, data: { roomId } }) {
      const { hub, clients } = deps
      const { member } = connection
      if (!member?.watching || member.roomId !== roomId) return
      // The update may arrive before the call returns.
      member.leaving = true
      try {
        const request = { roomId, connection: seatConnection(connection, deps) }
        await clients.watching.stopWatching(request, { requestId: newId() })
      } catch (error) {
        member.leaving = false
        throw error
      }
      hub.roomOf(member)?.detach(member)
    },
  },

  /** Rooms disconnects watchers after a withdrawal. */
  'allow-spectators': {
    access: 'seated',
    rate: 'entry',
    lane: 'entry',
    async handle({ session, room, data: { roomId, allow } }) {
      const { sessions, clients } = deps
      const { watching } = clients
      const answer = await sessions.call(session, (context) => watching.allowSpectators({ roomId, allow }, context))
      if (answer.room) room.adopt(answer.room)
    },
  },
})

/** A player by its session, a judge by the console's. */
type Caller =
  | { readonly session: Session; readonly judge?: undefined }
  | { readonly judge: Judge; readonly session?: undefined }

interface Judge extends JudgeSession {
  readonly context: CallContext
  readonly judgedAtMs: number
}

/** Half the life of an administrator's principal. */
const JUDGED_FOR_MS = 30_000

/** Reports the connection lost after an unknown outcome. */
async function askToWatch(
  deps: SpectatingEventsDeps,
  connection: Connection,
  data: EventContext<'watch-room'>['data'] & { readonly pass: string },
  { session, judge }: Caller,
): Promise<Room | undefined> {
  const { clients, sessions, lease, admission, seats, now } = deps
  const { roomId, pass, continues } = data
  const { network, socketId } = connection
  const request = { roomId, pass, continues, connection: seatConnection(connection, deps) }
  const ask = (context: CallContext) => clients.watching.watchRoom(request, context)
  const accountId = session?.account.id
  const place = {
    owner: connection,
    turn: { network, accountId },
    rank: seats.isWatching(accountId ?? 0, roomId, continues ?? undefined)
      ? ('seated' as const)
      : ('newcomer' as const),
  }
  const askAsJudge = async ({ context, judgedAtMs }: Judge) =>
    ask(now() - judgedAtMs < JUDGED_FOR_MS ? context : (await judgeBy(deps, connection, data)).context)
  try {
    const answered = await admission.entries.run(place, () =>
      session ? sessions.call(session, ask) : askAsJudge(judge),
    )
    return answered.room
  } catch (error) {
    if (isUndecided(error) && connection.member?.roomId !== roomId)
      lease.connectionLost({ roomId, accountId: 0, socketId })
    throw error
  }
}

/** Identifies a judge, in the credentials' queue. Rooms checks that the pass is this administrator's. */
async function judgeBy(
  { clients: { auth }, admission, now }: SpectatingEventsDeps,
  connection: Connection,
  { bearer }: EventContext<'watch-room'>['data'],
): Promise<Judge> {
  if (!bearer) throw new KlaError('WATCH_PASS_INVALID')
  const requestId = newId()
  try {
    const { principal, totpSetupRequired, passkeySetupRequired } = await admission.credentials.check(
      { kind: 'bearer', owner: connection },
      () => auth.resolveAdministrator({ token: bearer }, { requestId }),
    )
    if (totpSetupRequired || passkeySetupRequired) throw new KlaError('WATCH_PASS_INVALID')
    return { context: { principal, requestId }, judgedAtMs: now(), sessionKey: sessionKeyOf(bearer), bearer }
  } catch (error) {
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
    throw new KlaError('WATCH_PASS_INVALID', undefined, { cause: error })
  }
}

/** Returns why a judge may not begin: the session may have ended while rooms answered. */
const endOfJudging = (sessions: Pick<Sessions, 'hasEnded'>, { sessionKey }: JudgeSession): string | undefined =>
  sessions.hasEnded(sessionKey) ? endOfWatching() : undefined

function beginWatching(
  { hub, lobby, lease, sessions }: SpectatingEventsDeps,
  connection: Connection,
  room: HubRoom,
  judge: JudgeSession | undefined,
): Member | undefined {
  const { socketId, session } = connection
  const lost = (): void => lease.connectionLost({ roomId: room.roomId, accountId: 0, socketId })
  if (connection.closed) {
    lost()
    return undefined
  }
  const closed = judge ? endOfJudging(sessions, judge) : session && sessions.roomsClosedReason(session)
  if (closed !== undefined) {
    connection.event('room-closed', { reason: closed })
    lost()
    return undefined
  }
  if (connection.member?.roomId !== room.roomId) leaveFormer({ hub, lease }, connection, room)
  lobby.unsubscribe(connection)
  return room.attachWatcher(connection, judge)
}
