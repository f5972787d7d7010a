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

export const roomFields = ({ name, creator, mode, capacity, category, passcodeRequired }: RoomFields) => ({
  name,
  creator,
  mode: mode as Mode,
  capacity: String(capacity),
  category: category as Category,
  passcodeRequired,
})

export type Audience = 'player' | 'visitor'

/** Visitors do not see the creator and category of a private room. */
export function roomListItem(item: RoomListMessage, audience: Audience): RoomListItem {
  const hidden = item.passcodeRequired && audience === 'visitor' ? ({ creator: '', category: '' } as const) : {}
  return { id: item.id, ...roomFields(item), ...hidden, players: item.players, veiled: item.veiled ?? false }
}
