import { type Call, type Handlers, KlaError, newId, playerIfAny } from '@kla/chassis'
import {
  type CreateRoomRequest, type GetRoomRequest, type JoinRoomRequest, type LeaveRoomRequest, type LeaveRoomResponse,
  type ListRoomsRequest, type ListRoomsResponse, type RenewGatewayRequest, type RenewGatewayResponse,
  type ReportConnectionsLostRequest, type ReportConnectionsLostResponse, type ResumeSeatRequest, roomIdFor, type RoomResponse,
  type RoomsServiceService,
} from '@kla/proto'
import { ROOM_LIST_MAX } from '@kla/proto/web'
import { type IsBlocked, judgeBlocks } from '../blocks/join-check.js'
import { inBatches } from '../shared/concurrency.js'
import { adultRoomGoer, connectionOf, personOf, roomGoer } from '../shared/requests.js'
import { isRoomId, seatOf } from '../shared/rules/room.js'
import { LIST_LIMIT_MAX, type PublicList } from './index.js'
import type { Passcodes } from './passcodes.js'
import type { Rooms } from './rooms.js'
import { roomFields } from './rules/fields.js'
import type { SitDown } from './sit-down.js'
import type { GatewayLeases } from './timer-store.js'
import { roomOf, roomResponse, toListItem, toRoomMessage } from './to-proto.js'

type Method = 'create' | 'join' | 'leave'

/** Names a command among all commands: ids are the clients' own, so two people may use the same one. No id, no name. */
const commandKey = (method: Method, accountId: number, commandId: string): string | undefined =>
  commandId === '' ? undefined : `${accountId}:${method}:${commandId}`

const createRoom =
  ({ rooms, sitDown, passcodes, leases, now }: SeatsDeps) =>
  async (request: CreateRoomRequest, call: Call): Promise<RoomResponse> => {
    const principal = await adultRoomGoer(call, now())
    const connection = connectionOf(request.connection)
    const fields = roomFields(request)
    if ('refused' in fields) throw new KlaError(fields.refused, fields.text)
    const { passcode, ...open } = fields
    const { roomId: proposed = '' } = request
    const roomId = roomIdFor(principal.accountId, isRoomId(proposed) ? proposed : newId())
    const command = commandKey('create', principal.accountId, request.commandId)
    const [loaded] = await Promise.all([rooms.load(roomId, command), leases.know(connection.gatewayId)])
    if (loaded.answer) return roomResponse(loaded.answer)
    const passcodeHash = await passcodes.hash(principal.accountId, roomId, passcode)
    const answer = await sitDown({
      accountId: principal.accountId,
      roomId,
      connection,
      command,
      loaded,
      call,
      sit: (claim) => ({
        kind: 'create',
        roomId,
        ...open,
        passcodeHash,
        person: personOf(principal),
        connection,
        claim,
      }),
    })
    return roomResponse(await rooms.remember(roomId, command, answer))
  }

const joinRoom =
  ({ rooms, sitDown, passcodes, blocked, leases, now }: SeatsDeps) =>
  async ({ roomId, passcode, ...request }: JoinRoomRequest, call: Call): Promise<RoomResponse> => {
    const principal = await adultRoomGoer(call, now())
    const { accountId } = principal
    const connection = connectionOf(request.connection)
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    const command = commandKey('join', accountId, request.commandId)
    const [loaded] = await Promise.all([rooms.load(roomId, command), leases.know(connection.gatewayId)])
    if (loaded.answer) return roomResponse(loaded.answer)
    // Beside each other whatever comes of either: how long it takes tells nothing of who has blocked whom.
    const [verdict, blocks] = await Promise.all([
      passcodes.judge(loaded.room, accountId, passcode.trim()),
      judgeBlocks(blocked, loaded.room, accountId),
    ])
    const answer = await sitDown({
      accountId,
      roomId,
      connection,
      command,
      loaded,
      call,
      sit: (claim) => ({ kind: 'join', person: personOf(principal), connection, passcode: verdict, blocks, claim }),
    })
    return roomResponse(await rooms.remember(roomId, command, answer))
  }

const resumeSeat =
  ({ rooms, leases, now }: SeatsDeps) =>
  async ({ roomId, ...request }: ResumeSeatRequest, call: Call): Promise<RoomResponse> => {
    const { accountId } = await roomGoer(call, now())
    const connection = connectionOf(request.connection)
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    await leases.know(connection.gatewayId)
    const { continues } = request
    return roomResponse(await rooms.execute(roomId, { kind: 'resume', accountId, connection, continues }))
  }

const leaveRoom =
  ({ rooms }: SeatsDeps) =>
  async ({ roomId, commandId }: LeaveRoomRequest, call: Call): Promise<LeaveRoomResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    if (!isRoomId(roomId)) throw new KlaError('NOT_SEATED')
    const command = commandKey('leave', accountId, commandId)
    const answer = await rooms.execute(roomId, { kind: 'leave', accountId }, { command })
    roomOf(answer === 'late' ? answer : await rooms.remember(roomId, command, answer))
    return {}
  }

const getRoom =
  ({ rooms }: SeatsDeps) =>
  async ({ roomId, onlyLooks }: GetRoomRequest, call: Call): Promise<RoomResponse> => {
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    const { room: seen } = await rooms.load(roomId)
    if (!seen) throw new KlaError('ROOM_NOT_FOUND')
    if (onlyLooks) return { room: toRoomMessage(seen) }
    // A battle takes a seat: a player without one who asks for it leaves no mark.
    const player = await playerIfAny(call)
    const isStranger = player !== undefined && !seatOf(seen, player.accountId)
    const room = isStranger ? seen : await rooms.loadToPlay(roomId)
    if (!room) throw new KlaError('ROOM_NOT_FOUND')
    return { room: toRoomMessage(room) }
  }

const listRooms =
  ({ publicList }: SeatsDeps) =>
  async ({ limit }: ListRoomsRequest): Promise<ListRoomsResponse> => {
    if (limit < 0 || limit > LIST_LIMIT_MAX) {
      throw new KlaError('INVALID_FIELD', `Ask for 1 to ${LIST_LIMIT_MAX} rooms.`)
    }
    const rooms = await publicList()
    return { rooms: rooms.slice(0, limit === 0 ? ROOM_LIST_MAX : limit).map(toListItem) }
  }

const renewGateway =
  ({ leases, leaseMs }: SeatsDeps) =>
  async ({ gatewayId }: RenewGatewayRequest): Promise<RenewGatewayResponse> => {
    if (gatewayId === '') throw new KlaError('INVALID_FIELD', 'A gateway needs an id.')
    await leases.renew(gatewayId)
    return { leaseMs }
  }

// A gateway that goes away reports all its connections at once; other calls must get a turn between them.
const AT_ONCE = 50

const reportConnectionsLost =
  ({ rooms }: SeatsDeps) =>
  async ({ lost }: ReportConnectionsLostRequest): Promise<ReportConnectionsLostResponse> => {
    const known = lost.filter(({ roomId }) => isRoomId(roomId))
    await inBatches(known, AT_ONCE, ({ roomId, accountId, socketId }) =>
      rooms.execute(roomId, { kind: 'lose-connection', accountId, socketId }),
    )
    return {}
  }

/** What the RPCs work with. */
interface SeatsDeps {
  readonly rooms: Rooms
  readonly sitDown: SitDown
  readonly passcodes: Passcodes
  readonly blocked: IsBlocked
  readonly publicList: PublicList
  readonly leases: GatewayLeases
  readonly leaseMs: number
  /** Unix milliseconds: until when bans last. */
  readonly now: () => number
}

export const handlers = (dependencies: SeatsDeps): Handlers<RoomsServiceService> => ({
  createRoom: createRoom(dependencies),
  joinRoom: joinRoom(dependencies),
  resumeSeat: resumeSeat(dependencies),
  leaveRoom: leaveRoom(dependencies),
  getRoom: getRoom(dependencies),
  listRooms: listRooms(dependencies),
  reportConnectionsLost: reportConnectionsLost(dependencies),
  renewGateway: renewGateway(dependencies),
})
