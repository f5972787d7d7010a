import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type { WatchingServiceService } from '@kla/proto'
import type { GatewayLeases, Rooms, Seats } from '../seats/index.js'
import { connectionOf, permittedAdult } from '../shared/requests.js'
import { isRoomId } from '../shared/rules/room.js'
import type { Judge, Watching } from './watch.js'

export interface WatchingRpcDeps {
  readonly rooms: Pick<Rooms, 'execute'>
  readonly watching: Watching
  readonly leases: Pick<GatewayLeases, 'register'>
  readonly roomResponse: Seats['roomResponse']
  readonly now: () => number
}

export const watchingHandlers = ({
  rooms,
  watching,
  leases,
  roomResponse,
  now,
}: WatchingRpcDeps): Handlers<typeof WatchingServiceService> => ({
  /** Idempotent. Judges need a pass; others watch as the caller. */
  async watchRoom({ roomId, pass, ...request }, call) {
    const caller = pass === '' ? { player: await permittedAdult(call, now()) } : { judge: await judgeOf(call) }
    const connection = connectionOf(request.connection)
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    await leases.register(connection.gatewayId)
    const wanted = { roomId, connection, continues: request.continues, requestId: call.requestId }
    const answer = caller.judge
      ? await watching.asJudge(wanted, pass, caller.judge)
      : await watching.asSpectator(wanted, caller.player)
    return roomResponse(answer)
  },

  async stopWatching({ roomId, ...request }) {
    const { socketId } = connectionOf(request.connection)
    if (!isRoomId(roomId)) return {}
    const answer = await rooms.execute(roomId, { kind: 'stop-watching', socketId })
    const isGone = answer !== 'late' && 'refused' in answer && answer.refused === 'ROOM_NOT_FOUND'
    if (!isGone) roomResponse(answer)
    return {}
  },

  async allowSpectators({ roomId, allow }, call) {
    const { accountId } = await call.principal()
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    return roomResponse(await rooms.execute(roomId, { kind: 'allow-spectators', accountId, allow }))
  },
})

/** Answers alike for invented passes and other callers. */
async function judgeOf(call: Call): Promise<Judge> {
  try {
    const { id, name } = await call.administrator('cups.judge')
    return { id, name }
  } catch (error) {
    throw new KlaError('WATCH_PASS_INVALID', undefined, { cause: error })
  }
}
