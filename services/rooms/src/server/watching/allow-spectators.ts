import { KlaError, type Call } from '@kla/chassis'
import type { AllowSpectatorsRequest, RoomResponse } from '@kla/proto'
import { isRoomId } from '../../domain/room-id.js'
import { roomResponse } from '../response.js'
import type { WatchingDependencies } from './dependencies.js'

export const allowSpectators =
  ({ rooms }: Pick<WatchingDependencies, 'rooms'>) =>
  async ({ roomId, allow }: AllowSpectatorsRequest, call: Call): Promise<RoomResponse> => {
    const { accountId } = await call.principal()
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    return roomResponse(await rooms.execute(roomId, { kind: 'allow-spectators', accountId, allow }))
  }
