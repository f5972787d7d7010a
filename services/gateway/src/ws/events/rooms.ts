import { type CallContext, KlaError, newId } from '@kla/chassis'
import { type Room, roomIdFor, type RoomResponse } from '@kla/proto'
import type { Clients } from '../../shared/clients.js'
import { accountByAlias, NO_ACCOUNT } from '../../shared/numbers.js'
import type { Session, Sessions } from '../accounts/sessions.js'
import type { Connection } from '../connection/connection.js'
import type { Lobby } from '../lobby/lobby.js'
import { roomListItem } from '../lobby/room-list.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { CallRequest } from '../overload/admission-queue.js'
import type { EventTable } from '../pipeline/event-row.js'
import { type KnownSeats, rankIn } from '../rooms/known-seats.js'
import type { Member } from '../rooms/member.js'
import { type PeersWanted, UNPLAYED } from '../rooms/read-state.js'
import type { HubRoom } from '../rooms/room.js'
import { lostSeatOf, seatOf } from '../rooms/seats.js'
import { arrive, type EntryDeps, leaveFormer, placing, seatConnection, turnOf } from './entry.js'
import type { JoinTimes } from './media.js'

/** What handlers of room events need. */
export interface RoomEventsDeps extends EntryDeps {
  readonly clients: Pick<Clients, 'auth' | 'rooms'>
  readonly sessions: Pick<Sessions, 'call' | 'roomsClosedReason'>
  readonly seats: Pick<KnownSeats, 'rankOf'>
  readonly lobby: Pick<Lobby, 'unsubscribe' | 'seatChanged'>
  readonly metrics: Pick<RealtimeMetrics, 'joins'>
}

type RoomEvents = Pick<
  EventTable,
  'create-room' | 'join-room' | 'look-at-room' | 'sync-room' | 'leave-room' | 'leave-and-block' | 'reveal'
>

export const roomEvents = (deps: RoomEventsDeps, joinTimes: JoinTimes): RoomEvents => ({
  'create-room': {
    access: 'signed-in',
    anonymous: 'NOT_SIGNED_IN_TO_CREATE',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    async handle({ connection, session, data, commandId, receivedAt, answer }) {
      const { hub, clients } = deps
      const request = {
        commandId,
        connection: seatConnection(connection, deps),
        name: data.roomName,
        passcode: data.passcodeRequired ? (data.passcode ?? '') : '',
        publicRoom: data.publicRoom,
        mode: data.mode,
        capacity: Number(data.capacity),
        category: data.category,
        veiled: data.veiled ?? false,
      }
      const enter = async (room: HubRoom, current: Room | undefined, opened: Room): Promise<void> => {
        const seated = await seatedHere(deps, connection, session, current)
        if (seated) room.adopt(seated)
        if (seated?.version === opened.version) room.begin()
        answer({ roomId: room.roomId })
        connection.event('room-created', { roomId: room.roomId })
        const member = takeSeat(deps, connection, session, room, receivedAt)
        if (member) arrive(deps, connection, room, member)
      }

      // Before the room exists, so that no update is missed.
      const roomId = roomIdFor(session.account.id, newId())
      const created = await hub.enter(roomId, async (room) => {
        const answered = await admitted(deps, connection, session, roomId, (context) =>
          clients.rooms.createRoom({ ...request, roomId }, context),
        )
        if (!answered.room) throw new KlaError('INTERNAL')
        if (answered.room.id !== roomId) return answered.room
        await enter(room, answered.room, answered.room)
        return answered.room
      })
      if (created.id === roomId) return

      // A repeated command returns the first room, which is read, since updates may be lost.
      await hub.enter(created.id, async (room) => {
        const current = await deps.sessions.call(session, (context) =>
          clients.rooms.getRoom({ roomId: created.id }, context),
        )
        await enter(room, current.room, created)
      })
    },
  },

  'join-room': {
    access: 'signed-in',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    refusal: 'join-error',
    async handle({ connection, session, data, commandId, receivedAt, answer }) {
      const { hub, clients, metrics } = deps
      const { roomId } = data
      await hub.enter(roomId, async (room) => {
        const request = {
          commandId,
          connection: seatConnection(connection, deps),
          roomId,
          passcode: data.passcode ?? '',
          veiledOnly: data.veiledOnly ?? false,
          invited: data.invited ?? false,
        }
        const joined = await admitted(deps, connection, session, roomId, (context) =>
          clients.rooms.joinRoom(request, context),
        )
        // The first answer to a repeated command may be old.
        const isRepeat = joined.unplayed === undefined
        const seated = await seatedHere(deps, connection, session, joined.room, isRepeat)
        if (seated) room.adopt(seated)
        if (joined.unplayed) room.begin()
        answer()
        const member = takeSeat(deps, connection, session, room, receivedAt)
        if (!member) return
        if (room.snapshot?.seats.some((seat) => seat.accountId !== session.account.id && seat.connection)) {
          metrics.joins.inc()
          joinTimes.joined(connection, receivedAt)
        }
        arrive(deps, connection, room, member)
      })
    },
  },

  'look-at-room': {
    access: 'signed-in',
    scope: 'rooms',
    rate: 'entry',
    lane: 'aside',
    async handle({ connection, session, data: { roomId }, answer }) {
      const { admission, sessions, clients } = deps
      const { room, hostLeft } = await admission.reads.run({ owner: connection, turn: turnOf(connection) }, () =>
        sessions.call(session, (context) => clients.rooms.lookAtRoom({ roomId }, context)),
      )
      if (!room) throw new KlaError('INTERNAL')
      answer({ room: roomListItem(room), hostHere: !hostLeft })
    },
  },

  /** Resumes the seat on a new connection; fails rather than sends a partial state. */
  'sync-room': {
    access: 'signed-in-or-watching',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    async handle({ connection, data, receivedAt }) {
      const { hub, clients, admission, seats } = deps
      const { roomId } = data
      const send = async (
        room: HubRoom,
        member: Member,
        peers: PeersWanted,
        { unplayed }: { readonly unplayed?: boolean | undefined } = {},
      ): Promise<void> => {
        const place = { owner: connection, turn: turnOf(connection), rank: rankIn(room, unplayed) }
        const { battle } = await admission.reads.run(place, () =>
          room.sendState(member, peers, unplayed ? UNPLAYED : undefined),
        )
        if (room.battle.seq === undefined) room.caughtUp(battle.updateSeq)
      }

      const resume = async (room: HubRoom, session: Session): Promise<RoomResponse> => {
        const request = { roomId, continues: data.continues, connection: seatConnection(connection, deps) }
        const call = (context: CallContext) => clients.rooms.resumeSeat(request, context)
        const rank = seats.rankOf(session.account.id, roomId)
        const resumed = await admitted(deps, connection, session, roomId, call, rank)
        if (resumed.room) room.adopt(resumed.room)
        return resumed
      }

      const { member } = connection
      const known = hub.roomOf(member)
      if (member && known && member.roomId === roomId) {
        if (lostSeatOf(known.snapshot, member)) await resume(known, await connection.requireSession())
        return send(known, member, 'fresh')
      }
      const session = await connection.requireSession()
      await hub.enter(roomId, async (room) => {
        const resumed = await resume(room, session)
        if (resumed.unplayed) room.begin()
        const seated = takeSeat(deps, connection, session, room, receivedAt)
        // Media-signalling pairs a new socket again and announces that.
        const isNew = resumed.unplayed !== undefined && seated?.peerId === connection.socketId
        if (seated) await send(room, seated, isNew ? 'announced' : 'fresh', resumed)
      })
    },
  },

  'leave-room': {
    access: 'signed-in',
    allowBanned: true,
    rate: 'entry',
    lane: 'entry',
    exits: true,
    async handle({ connection, session, data, commandId }) {
      const { hub, lobby, sessions, clients } = deps
      const { roomId } = data
      const member = connection.member?.roomId === roomId ? connection.member : undefined
      // The update may arrive before the call returns.
      if (member) member.leaving = true
      try {
        await sessions.call(session, (context) => clients.rooms.leaveRoom({ commandId, roomId }, context))
      } catch (error) {
        if (member) member.leaving = false
        throw error
      }
      if (member) hub.roomOf(member)?.detach(member)
      lobby.seatChanged(session.account.id)
    },
  },

  /** Panic exit: cuts the account off from the room before any call, even if the call fails. */
  'leave-and-block': {
    access: 'signed-in',
    allowBanned: true,
    rate: 'exit',
    lane: 'exit',
    exits: true,
    async handle({ connection, session, data: { roomId, id }, commandId, receivedAt, answer }) {
      const { sessions, clients, lease } = deps
      connection.exit = { roomId, atMs: receivedAt }
      const cut = cutOff(deps, connection, session, roomId)
      try {
        const request = { commandId, roomId, accountId: await wantedAccount(clients, id), alias: id || undefined }
        const left = await sessions.call(session, (context) => clients.rooms.leaveAndBlock(request, context))
        answer({ blockedId: left.blockedAlias ?? (left.blockedId || null), incident: left.incident || null })
      } catch (error) {
        // The seat's grace begins, so that it is freed even if the page does not retry.
        for (const { accountId, socketId } of cut) lease.connectionLost({ roomId, accountId, socketId })
        throw error
      }
    },
  },

  reveal: {
    access: 'seated',
    rate: 'reveal',
    lane: 'reveal',
    async handle({ session, room, commandId, data: { roomId, show, epoch } }) {
      const { sessions, clients } = deps
      const request = { commandId, roomId, show, epoch }
      const answer = await sessions.call(session, (context) => clients.rooms.setReveal(request, context))
      if (answer.room) room.adopt(answer.room)
    },
  },
})

/** A known seat precedes new joins. */
const admitted = <T>(
  { admission, sessions, lease }: Pick<RoomEventsDeps, 'admission' | 'sessions' | 'lease'>,
  connection: Connection,
  session: Session,
  roomId: string,
  call: (context: CallContext) => Promise<T>,
  rank: Pick<CallRequest, 'rank' | 'findRank'> = {},
): Promise<T> =>
  admission.entries.run(
    { owner: connection, turn: turnOf(connection), ...rank },
    // A principal may expire meanwhile.
    () =>
      sessions.call(session, (context) =>
        placing({ lease }, connection, { roomId, accountId: session.account.id }, call(context)),
      ),
  )

/** Resumes the seat if a repeated command returned another connection's, or what may have changed. */
async function seatedHere(
  deps: RoomEventsDeps,
  connection: Connection,
  session: Session,
  answered: Room | undefined,
  isRepeat = false,
): Promise<Room | undefined> {
  if (!answered) return answered
  const { id: roomId } = answered
  const { id: accountId } = session.account
  if (!isRepeat && seatOf(answered, accountId)?.connection?.socketId === connection.socketId) return answered
  const request = { roomId, connection: seatConnection(connection, deps) }
  const resumed = await deps.sessions.call(session, (context) =>
    placing(deps, connection, { roomId, accountId }, deps.clients.rooms.resumeSeat(request, context)),
  )
  return resumed.room
}

/** Resolves the account to block, 0 for the opponent. Auth gets little time: rooms knows aliases of those present. */
async function wantedAccount({ auth }: Pick<Clients, 'auth'>, alias = 0): Promise<number> {
  if (alias === 0) return 0
  const context = { requestId: newId(), deadlineMs: RESOLVE_WITHIN_MS }
  return accountByAlias(auth, alias, context).catch(() => NO_ACCOUNT)
}

const RESOLVE_WITHIN_MS = 500

function cutOff(
  { hub }: Pick<RoomEventsDeps, 'hub'>,
  { socketId }: Connection,
  { account }: Session,
  roomId: string,
): Member[] {
  const room = hub.at(roomId)
  if (!room) return []
  const cut = [...room.members.values()].filter(({ watching, accountId }) => !watching && accountId === account.id)
  for (const member of cut) {
    // A page that hands over has two connections; another page of the account learns of the loss.
    member.leaving ||= member.socketId === socketId || member.handingOver !== undefined
    room.dismiss(member, 'seat-lost')
  }
  return cut
}

/**
 * Attaches the seat. A closed connection is reported, to free the seat; a banned account has lost it; after a panic
 * exit it is given back.
 */
function takeSeat(
  { hub, lobby, lease, sessions, clients }: RoomEventsDeps,
  connection: Connection,
  session: Session,
  room: HubRoom,
  askedAtMs: number,
): Member | undefined {
  if (connection.closed) {
    lease.connectionLost({ roomId: room.roomId, accountId: session.account.id, socketId: connection.socketId })
    return undefined
  }
  const closed = sessions.roomsClosedReason(session)
  if (closed !== undefined) {
    connection.event('room-closed', { reason: closed })
    return undefined
  }
  const { exit } = connection
  if (exit?.roomId === room.roomId && exit.atMs >= askedAtMs) {
    const { roomId } = room
    const lost = { roomId, accountId: session.account.id, socketId: connection.socketId }
    sessions
      .call(session, (context) => clients.rooms.leaveRoom({ commandId: newId(), roomId }, context))
      .catch(() => lease.connectionLost(lost))
    return undefined
  }
  leaveFormer({ hub, lease }, connection, room)
  lobby.unsubscribe(connection)
  lobby.seatChanged(session.account.id)
  return room.attach(connection, session)
}
