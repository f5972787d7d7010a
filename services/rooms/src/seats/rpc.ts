import { accepted, forEachLimited, type Handlers, KlaError, newId } from '@kla/chassis'
import {
  type AccountSeat,
  FIND_SEATS_MAX,
  type Room as RoomMessage,
  roomIdFor,
  type RoomListItem,
  type RoomResponse,
  type RoomsServiceService,
} from '@kla/proto'
import { ROOM_LIST_MAX, visibleLine } from '@kla/proto/web'
import type { Blocks } from '../blocks/index.js'
import { connectionOf, permittedAdult, permittedPlayer, personOf } from '../shared/requests.js'
import type { Incidents } from '../shared/rules/incident.js'
import { isFull, isRoomId, type Room, seatOf, toRoomMessage } from '../shared/rules/room.js'
import type { SeatPointers } from './account-store.js'
import type { LeaveAndBlock } from './leave-and-block.js'
import type { PublicList } from './list-store.js'
import type { Passcodes } from './passcodes.js'
import type { RoomStore } from './room-store.js'
import type { Rooms } from './rooms.js'
import { LIST_LIMIT_MAX, roomFields } from './rules/fields.js'
import type { Answer, Granted } from './rules/outcome.js'
import { hasHostLeft, whyClosed } from './rules/seats.js'
import type { TakeSeat } from './take-seat.js'
import type { GatewayLeases } from './timer-store.js'

export interface SeatsRpcDeps {
  readonly rooms: Rooms
  readonly store: Pick<RoomStore, 'reserveForPlay' | 'findPlay'>
  readonly takeSeat: TakeSeat
  readonly passcodes: Passcodes
  readonly checkBlocks: Blocks['checkJoin']
  readonly leaveAndBlock: LeaveAndBlock
  readonly views: RoomViews
  readonly publicList: PublicList
  readonly leases: Pick<GatewayLeases, 'renew' | 'register'>
  readonly leaseMs: number
  readonly findSeat: SeatPointers['find']
  readonly now: () => number
}

// A stopping gateway reports all its connections.
const LOST_CONCURRENCY = 50

export const seatHandlers = (deps: SeatsRpcDeps): Handlers<RoomsServiceService> => {
  const {
    rooms,
    store,
    takeSeat,
    passcodes,
    checkBlocks,
    leaveAndBlock,
    views,
    publicList,
    leases,
    leaseMs,
    findSeat,
    now,
  } = deps
  const { roomResponse, toMessage } = views
  return {
    async createRoom(request, call) {
      const principal = await permittedAdult(call, now())
      const { accountId } = principal
      const connection = connectionOf(request.connection)
      const { passcode, ...fields } = accepted(roomFields(request))
      const { roomId: proposed = '' } = request
      const roomId = roomIdFor(accountId, isRoomId(proposed) ? proposed : newId())
      const command = commandKey('create', accountId, request.commandId)
      const [loaded] = await Promise.all([rooms.load(roomId, command), leases.register(connection.gatewayId)])
      if (loaded.answer) return roomResponse(loaded.answer)
      const passcodeHash = await passcodes.hash(accountId, roomId, passcode)
      const seat = { person: personOf(principal), connection }
      const veiled = request.veiled ?? false
      const answer =
        typeof passcodeHash === 'string'
          ? await takeSeat({
              accountId,
              roomId,
              connection,
              command,
              loaded,
              call,
              sit: (claim) => ({ kind: 'create', roomId, ...fields, veiled, passcodeHash, ...seat, claim }),
            })
          : passcodeHash
      return roomResponse(await rooms.remember(roomId, command, answer))
    },

    async joinRoom({ roomId, passcode: given, veiledOnly = false, invited = false, ...request }, call) {
      const principal = await permittedAdult(call, now())
      const { accountId } = principal
      const connection = connectionOf(request.connection)
      if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
      const command = commandKey('join', accountId, request.commandId)
      const [loaded] = await Promise.all([rooms.load(roomId, command), leases.register(connection.gatewayId)])
      if (loaded.answer) return roomResponse(loaded.answer)
      const blocks = await checkBlocks(loaded.room, accountId)
      // As fast as for a missing room: without hashing.
      const passcode = await passcodes.check(blocks.blocked ? undefined : loaded.room, accountId, visibleLine(given))
      const seat = { person: personOf(principal), connection }
      const answer = await takeSeat({
        accountId,
        roomId,
        connection,
        command,
        loaded,
        call,
        sit: (claim) => ({ kind: 'join', ...seat, passcode, blocks, veiledOnly, invited, claim }),
      })
      return roomResponse(await rooms.remember(roomId, command, answer))
    },

    async lookAtRoom({ roomId }, call) {
      const { accountId } = await permittedAdult(call, now())
      const { room } = isRoomId(roomId) ? await rooms.load(roomId) : {}
      const blocks = await checkBlocks(room, accountId)
      const closed = room ? whyClosed(room, accountId, blocks) : 'ROOM_NOT_FOUND'
      if (!room || closed) throw new KlaError(closed ?? 'ROOM_NOT_FOUND')
      return { room: toListItem(room), hostLeft: seatOf(room, accountId) === undefined && hasHostLeft(room) }
    },

    async resumeSeat({ roomId, continues, ...request }, call) {
      const { accountId } = await permittedPlayer(call, now())
      const connection = connectionOf(request.connection)
      if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
      const [loaded] = await Promise.all([rooms.load(roomId), leases.register(connection.gatewayId)])
      const { room } = loaded
      const unused = room && seatOf(room, accountId)?.reserved
      if (unused && (await checkBlocks(room, accountId)).blocked) throw new KlaError('ROOM_NOT_FOUND')
      return roomResponse(await rooms.execute(roomId, { kind: 'resume', accountId, connection, continues }, { loaded }))
    },

    async leaveRoom({ roomId, commandId }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      if (!isRoomId(roomId)) throw new KlaError('NOT_SEATED')
      const command = commandKey('leave', accountId, commandId)
      const answer = await rooms.execute(roomId, { kind: 'leave', accountId }, { command })
      roomResponse(answer === 'late' ? answer : await rooms.remember(roomId, command, answer))
      return {}
    },

    async leaveAndBlock({ roomId, commandId, accountId: wanted, alias }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      return leaveAndBlock({ accountId, roomId, wanted, alias, command: commandKey('exit', accountId, commandId) })
    },

    async setReveal({ roomId, show, epoch, commandId }, call) {
      const { accountId } = show ? await permittedPlayer(call, now()) : await call.principal({ allowBanned: true })
      if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
      const command = commandKey('reveal', accountId, commandId)
      const answer = await rooms.execute(roomId, { kind: 'set-reveal', accountId, show, epoch }, { command })
      return roomResponse(answer === 'late' ? answer : await rooms.remember(roomId, command, answer))
    },

    async getRoom({ roomId }) {
      const { room } = isRoomId(roomId) ? await rooms.load(roomId) : {}
      if (!room) throw new KlaError('ROOM_NOT_FOUND')
      return { room: toMessage(room) }
    },

    async reserveForPlay({ roomId }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      const room = isRoomId(roomId) ? await store.reserveForPlay(roomId, accountId) : undefined
      if (!room) throw new KlaError('ROOM_NOT_FOUND')
      return { room: toMessage(room) }
    },

    /** `limit` 0 means ROOM_LIST_MAX. */
    async listRooms({ limit }) {
      if (limit < 0 || limit > LIST_LIMIT_MAX)
        throw new KlaError('INVALID_FIELD', `Ask for 1 to ${LIST_LIMIT_MAX} rooms.`)
      const listed = await publicList()
      return { rooms: listed.slice(0, limit === 0 ? ROOM_LIST_MAX : limit).map(toListItem) }
    },

    async reportConnectionsLost({ lost, among = 0 }) {
      const known = lost.filter(({ roomId }) => isRoomId(roomId))
      await forEachLimited(known, LOST_CONCURRENCY, ({ roomId, accountId, socketId }) =>
        rooms.execute(roomId, { kind: 'lose-connection', accountId, socketId, among: Math.max(among, lost.length) }),
      )
      return {}
    },

    async renewGateway({ gatewayId }) {
      if (gatewayId === '') throw new KlaError('INVALID_FIELD', 'A gateway needs an id.')
      await leases.renew(gatewayId)
      return { leaseMs }
    },

    async findSeats({ accountIds, roomIds }) {
      for (const [ids, what] of [
        [accountIds, 'accounts'],
        [roomIds, 'rooms'],
      ] as const)
        if (ids.length > FIND_SEATS_MAX)
          throw new KlaError('INVALID_FIELD', `Ask for at most ${FIND_SEATS_MAX} ${what}.`)
      const read = new Map<string, ReturnType<RoomStore['findPlay']>>()
      const readOnce = (roomId: string): ReturnType<RoomStore['findPlay']> => {
        const reading = read.get(roomId) ?? store.findPlay(roomId)
        read.set(roomId, reading)
        return reading
      }
      const seats = await Promise.all(
        [...new Set(accountIds)].map(async (accountId) => {
          const { roomId } = (await findSeat(accountId)) ?? {}
          if (roomId === undefined) return []
          // A pointer may be stale, or a claim that says nothing yet.
          return seatsIn(await readOnce(roomId)).filter((seat) => seat.accountId === accountId)
        }),
      )
      const named = await Promise.all(
        [...new Set(roomIds)].filter(isRoomId).map(async (roomId) => seatsIn(await readOnce(roomId))),
      )
      return { seats: seats.flat(), seatsInRooms: named.flat() }
    },
  }
}

function seatsIn(found: Awaited<ReturnType<RoomStore['findPlay']>>): AccountSeat[] {
  if (!found) return []
  const { room, unplayed } = found
  const playing = isFull(room) && !unplayed
  return room.seats.map(({ accountId }) => ({ accountId, roomId: room.id, playing }))
}

const commandKey = (
  method: 'create' | 'join' | 'leave' | 'exit' | 'reveal',
  accountId: number,
  commandId: string,
): string | undefined => (commandId === '' ? undefined : `${accountId}:${method}:${commandId}`)

/** Views of rooms for callers. */
export interface RoomViews {
  toMessage(room: Room): RoomMessage
  roomResponse(answer: Answer | 'late'): RoomResponse
}

export function createRoomViews(incidents: Pick<Incidents, 'tokenIn'>, now: () => number): RoomViews {
  const toMessage = (room: Room): RoomMessage =>
    toRoomMessage(room, (accountId) => incidents.tokenIn(room, accountId, now()))
  return {
    toMessage,
    roomResponse(answer) {
      if (answer === 'late') throw new KlaError('CONFLICT')
      const { room, unplayed } = accepted<Granted>(answer)
      return { room: toMessage(room), ...(unplayed === undefined ? {} : { unplayed }) }
    },
  }
}

const toListItem = (room: Room): RoomListItem => ({
  id: room.id,
  name: room.name,
  creator: room.creator,
  mode: room.mode,
  capacity: room.capacity,
  category: room.category,
  passcodeRequired: room.passcodeHash !== '',
  players: room.seats.length,
  veiled: room.reveal !== null,
  accountIds: room.seats.map(({ accountId }) => accountId),
})
