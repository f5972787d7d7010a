import { KlaError, newId } from '@kla/chassis'
import type { Room } from '@kla/proto'
import type { Connection } from '../connection.js'
import type { HandlerDeps } from '../deps.js'
import type { EventContext, EventTable } from '../handler.js'
import { arrive, leaveFormer, seatConnection } from '../rooms/entry.js'
import type { Member } from '../rooms/member.js'
import type { HubRoom } from '../rooms/room.js'

type SpectatingEvents = Pick<EventTable, 'watch-room' | 'stop-watching' | 'allow-spectators'>

export const spectatingEvents = (deps: HandlerDeps): SpectatingEvents => ({
  /** Judges watch by a pass and their console session, others by their own. */
  'watch-room': {
    access: 'anyone', rate: 'entry', lane: 'entry',
    async handle({ connection, data, answer }) {
      const { member } = connection
      if (member && !member.watching) throw new KlaError('ALREADY_SEATED')
      const { roomId } = data
      const pass = data.pass ?? ''
      await deps.hub.enter(roomId, async (room) => {
        const watched = await askToWatch(deps, connection, { ...data, pass })
        if (watched) room.adopt(watched)
        answer()
        const watcher = beginWatching(deps, connection, room, pass)
        if (watcher) arrive(deps, connection, room, watcher)
      })
    },
  },

  'stop-watching': {
    access: 'anyone', rate: 'entry', lane: 'entry', exits: true,
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

  /** Rooms disconnects the watchers. */
  'allow-spectators': {
    access: 'seated', rate: 'entry', lane: 'entry',
    async handle({ session, room, data: { roomId, allow } }) {
      const { sessions, clients } = deps
      const { watching } = clients
      const answer = await sessions.call(session, (context) => watching.allowSpectators({ roomId, allow }, context))
      if (answer.room) room.adopt(answer.room)
    },
  },
})

/** If the outcome is unknown, reports to rooms that it does not watch. */
async function askToWatch(
  deps: HandlerDeps,
  connection: Connection,
  { roomId, pass, bearer, continues }: EventContext<'watch-room'>['data'] & { readonly pass: string },
): Promise<Room | undefined> {
  const { clients, sessions, lease, admission } = deps
  const { socketId } = connection
  const request = { roomId, pass, continues, connection: seatConnection(connection, deps) }
  // First, so that a refusal costs rooms nothing.
  const session = pass === '' ? await connection.requireSession() : undefined
  try {
    const { watching } = clients
    const ask = async () =>
      session
        ? sessions.call(session, (context) => watching.watchRoom(request, context))
        : watching.watchRoom(request, await judgesContext(clients, bearer ?? undefined))
    const place = { owner: connection, isFirst: continues !== undefined }
    const answered = await admission.entries.run(session ? { ...place, accountId: session.account.id } : place, ask)
    return answered.room
  } catch (error) {
    const undecided = UNDECIDED.has(KlaError.from(error).code)
    if (undecided && !connection.member) lease.connectionLost({ roomId, accountId: 0, socketId })
    throw error
  }
}

/** Rooms checks that the pass belongs to this administrator. */
async function judgesContext(
  { auth }: Pick<HandlerDeps['clients'], 'auth'>,
  bearer: string | undefined,
): Promise<{ principal: string; requestId: string }> {
  const requestId = newId()
  if (bearer === undefined) throw new KlaError('WATCH_PASS_INVALID')
  try {
    const { principal, totpSetupRequired } = await auth.resolveAdministrator({ token: bearer }, { requestId })
    if (totpSetupRequired) throw new KlaError('WATCH_PASS_INVALID')
    return { principal, requestId }
  } catch (error) {
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
    throw new KlaError('WATCH_PASS_INVALID', undefined, { cause: error })
  }
}

const UNDECIDED: ReadonlySet<string> = new Set(['unavailable', 'deadline_exceeded', 'internal'])

function beginWatching(
  { hub, lobby, lease, sessions }: HandlerDeps,
  connection: Connection,
  room: HubRoom,
  pass: string,
): Member | undefined {
  const { socketId, session } = connection
  const lost = (): void => lease.connectionLost({ roomId: room.roomId, accountId: 0, socketId })
  if (connection.closed) {
    lost()
    return undefined
  }
  const closed = pass === '' && session ? sessions.whyRoomsAreClosed(session) : undefined
  if (closed !== undefined) {
    connection.event('room-closed', { reason: closed })
    lost()
    return undefined
  }
  if (connection.member?.roomId !== room.roomId) leaveFormer({ hub, lease }, connection, room)
  lobby.unsubscribe(connection)
  return room.attachWatcher(connection)
}
