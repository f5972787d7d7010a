import type { StopWatchingRequest, StopWatchingResponse } from '@kla/proto'
import { isRoomId } from '../../domain/room-id.js'
import { connectionOf } from '../connection.js'
import { roomOf } from '../response.js'
import type { WatchingDependencies } from './dependencies.js'

export const stopWatching =
  ({ rooms }: Pick<WatchingDependencies, 'rooms'>) =>
  async ({ roomId, ...request }: StopWatchingRequest): Promise<StopWatchingResponse> => {
    const { socketId } = connectionOf(request.connection)
    if (!isRoomId(roomId)) return {}
    const answer = await rooms.execute(roomId, { kind: 'stop-watching', socketId })
    const gone = answer !== 'late' && 'refused' in answer && answer.refused === 'ROOM_NOT_FOUND'
    if (!gone) roomOf(answer)
    return {}
  }
