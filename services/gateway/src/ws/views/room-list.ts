import type { RoomListItem as RoomListMessage } from '@kla/proto'
import type { RoomListItem } from '@kla/proto/web'
import { roomFields } from './room-fields.js'

/** Who looks at the list: a signed-in player, or anybody. */
export type Audience = 'player' | 'visitor'

/** A visitor is not told who opened a room with a passcode, nor what for: such a room is meant for somebody. */
export function roomListItem(item: RoomListMessage, audience: Audience): RoomListItem {
  const hidden = item.passcodeRequired && audience === 'visitor' ? ({ creator: '', category: '' } as const) : {}
  return { id: item.id, ...roomFields(item), ...hidden, players: item.players }
}
