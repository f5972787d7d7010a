import type { Category, Mode } from '@kla/proto/web'

interface RoomFields {
  readonly id: string
  readonly name: string
  readonly creator: string
  readonly mode: string
  readonly capacity: number
  readonly category: string
  readonly passcodeRequired: boolean
}

/** Fields of a room that lists and states share. */
export const roomFields = ({ name, creator, mode, capacity, category, passcodeRequired }: RoomFields) => ({
  name,
  creator,
  mode: mode as Mode,
  capacity: String(capacity),
  category: category as Category,
  passcodeRequired,
})
