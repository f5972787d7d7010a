import type { RoomListItem } from '@kla/proto/web'

/** The rooms whose name or creator holds the text, whatever the case. */
export const filterRooms = (rooms: readonly RoomListItem[], text: string): readonly RoomListItem[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rooms
  return rooms.filter(({ name, creator }) => [name, creator].some((field) => field.toLowerCase().includes(wanted)))
}
