import type { RoomListItem as RoomListMessage } from '@kla/proto'
import type { Category, Mode, RoomListItem } from '@kla/proto/web'

interface RoomFields {
  readonly id: string
  readonly name: string
  readonly creator: string
  readonly mode: string
  readonly capacity: number
  readonly category: string
  readonly passcodeRequired: boolean
}

/** What the list and the room itself show alike. Rooms has checked mode and category. */
export const roomFields = ({ name, creator, mode, capacity, category, passcodeRequired }: RoomFields) => ({
  name,
  creator,
  mode: mode as Mode,
  capacity: String(capacity),
  category: category as Category,
  passcodeRequired,
})

/** Who looks at the list: a signed-in player, or anybody. */
export type Audience = 'player' | 'visitor'

/** A visitor is not told who opened a room with a passcode, nor what for: such a room is meant for somebody. */
export function roomListItem(item: RoomListMessage, audience: Audience): RoomListItem {
  const hidden = item.passcodeRequired && audience === 'visitor' ? ({ creator: '', category: '' } as const) : {}
  return { id: item.id, ...roomFields(item), ...hidden, players: item.players }
}
