import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type {
  AllowSpectatorsRequest, RoomResponse, StopWatchingRequest, StopWatchingResponse, WatchingServiceService, WatchRoomRequest,
} from '@kla/proto'
import type { Rooms } from '../seats/rooms.js'
import type { GatewayLeases } from '../seats/timer-store.js'
import { roomOf, roomResponse } from '../seats/to-proto.js'
import { adultRoomGoer, connectionOf } from '../shared/requests.js'
import { isRoomId } from '../shared/rules/room.js'
import type { Judge, Spectator, Watching } from './watch.js'

/**
 * By a pass a judge watches: the administrator who asked for it, by its own session of this moment, so that a link that is handed
 * on opens nothing. Without a pass it is the player of the principal who watches.
 */
const watchRoom =
  ({ watching, leases, now }: WatchingDeps) =>
  async ({ roomId, pass, ...request }: WatchRoomRequest, call: Call): Promise<RoomResponse> => {
    const spectator = pass === '' ? await adultRoomGoer(call, now()) : undefined
    const judge = pass === '' ? undefined : await judgeOf(call)
    const connection = connectionOf(request.connection)
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    await leases.know(connection.gatewayId)
    const wanted = { roomId, connection, continues: request.continues }
    const answer = judge ? watching.asJudge(wanted, pass, judge) : watching.asSpectator(wanted, spectator as Spectator)
    return roomResponse(await answer)
  }

/** Whoever may not judge is told no more than who has made a pass up. */
async function judgeOf(call: Call): Promise<Judge> {
  try {
    const { id, name } = await call.administrator('cups.judge')
    return { id, name, requestId: call.requestId }
  } catch (error) {
    throw new KlaError('WATCH_PASS_INVALID', undefined, { cause: error })
  }
}

const stopWatching =
  ({ rooms }: Pick<WatchingDeps, 'rooms'>) =>
  async ({ roomId, ...request }: StopWatchingRequest): Promise<StopWatchingResponse> => {
    const { socketId } = connectionOf(request.connection)
    if (!isRoomId(roomId)) return {}
    const answer = await rooms.execute(roomId, { kind: 'stop-watching', socketId })
    const gone = answer !== 'late' && 'refused' in answer && answer.refused === 'ROOM_NOT_FOUND'
    if (!gone) roomOf(answer)
    return {}
  }

const allowSpectators =
  ({ rooms }: Pick<WatchingDeps, 'rooms'>) =>
  async ({ roomId, allow }: AllowSpectatorsRequest, call: Call): Promise<RoomResponse> => {
    const { accountId } = await call.principal()
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    return roomResponse(await rooms.execute(roomId, { kind: 'allow-spectators', accountId, allow }))
  }

/** What the RPCs of watching work with. */
interface WatchingDeps {
  readonly rooms: Pick<Rooms, 'execute'>
  readonly watching: Watching
  readonly leases: Pick<GatewayLeases, 'know'>
  /** Unix milliseconds: until when bans last. */
  readonly now: () => number
}

export const watchingHandlers = (dependencies: WatchingDeps): Handlers<typeof WatchingServiceService> => ({
  watchRoom: watchRoom(dependencies),
  stopWatching: stopWatching(dependencies),
  allowSpectators: allowSpectators(dependencies),
})
