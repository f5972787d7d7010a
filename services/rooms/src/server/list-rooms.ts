import { KlaError } from '@kla/chassis'
import type { ListRoomsRequest, ListRoomsResponse } from '@kla/proto'
import { ROOM_LIST_MAX } from '@kla/proto/web'
import { LIST_LIMIT_MAX } from '../room/public-list.js'
import { toListItem } from '../wire/room.js'
import type { Dependencies } from './dependencies.js'

export const listRooms =
  ({ publicList }: Dependencies) =>
  async ({ limit }: ListRoomsRequest): Promise<ListRoomsResponse> => {
    if (limit < 0 || limit > LIST_LIMIT_MAX) {
      throw new KlaError('INVALID_FIELD', `Ask for 1 to ${LIST_LIMIT_MAX} rooms.`)
    }
    const rooms = await publicList()
    return { rooms: rooms.slice(0, limit === 0 ? ROOM_LIST_MAX : limit).map(toListItem) }
  }
