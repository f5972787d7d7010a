import type { RoomListItem as RoomListMessage } from '@kla/proto'
import type { RoomListItem } from '@kla/proto/web'
import { roomFields } from './room-fields.js'

export const roomListItem = (item: RoomListMessage): RoomListItem => ({
  id: item.id,
  ...roomFields(item),
  players: item.players,
})
