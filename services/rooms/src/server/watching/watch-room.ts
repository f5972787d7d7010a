import { KlaError, type Call } from '@kla/chassis'
import type { RoomResponse, WatchRoomRequest } from '@kla/proto'
import { isRoomId } from '../../domain/room-id.js'
import { connectionOf } from '../connection.js'
import { roomResponse } from '../response.js'
import { adultRoomGoer } from '../room-goer.js'
import type { Judge, Spectator } from '../../watching/watch.js'
import type { WatchingDependencies } from './dependencies.js'

/**
 * By a pass a judge watches: the administrator who asked for it, by its own session of this moment, so that a link that is handed
 * on opens nothing. Without a pass it is the player of the principal who watches.
 */
export const watchRoom =
  ({ watching, leases, now }: WatchingDependencies) =>
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
