import {
  CATEGORIES,
  MODES,
  PASSCODE_MAX,
  ROOM_CAPACITY,
  ROOM_NAME_MAX,
  type Category,
  type Mode,
} from '@kla/proto/web'
import type { FieldRefused } from '../../shared/rules/input.js'

/** What a new room is made of. */
export interface RoomFields {
  readonly name: string
  /** Empty: none. */
  readonly passcode: string
  readonly publicRoom: boolean
  readonly mode: Mode
  readonly capacity: number
  readonly category: Category
}

/** Fields as they came, of any content. */
export interface GivenRoomFields {
  readonly name: string
  readonly passcode: string
  readonly publicRoom: boolean
  readonly mode: string
  readonly capacity: number
  readonly category: string
}

const invalid = (text: string): FieldRefused => ({ refused: 'INVALID_FIELD', text })

// People count characters, not UTF-16 units.
const charactersIn = (text: string): number => [...text].length

/** Trims and judges the fields of a new room. */
export function roomFields(given: GivenRoomFields): RoomFields | FieldRefused {
  const name = given.name.trim()
  const passcode = given.passcode.trim()
  const mode = MODES.find((known) => known === given.mode)
  const category = CATEGORIES.find((known) => known === given.category)
  if (name === '') return { refused: 'ROOM_NAME_REQUIRED' }
  if (charactersIn(name) > ROOM_NAME_MAX) return invalid(`A room name has at most ${ROOM_NAME_MAX} characters.`)
  if (charactersIn(passcode) > PASSCODE_MAX) return invalid(`A passcode has at most ${PASSCODE_MAX} characters.`)
  if (!mode) return invalid('Choose rush or stamina.')
  if (!category) return invalid('There is no such category.')
  if (given.capacity !== Number(ROOM_CAPACITY)) return invalid(`A room seats ${ROOM_CAPACITY} players.`)
  return { name, passcode, publicRoom: given.publicRoom, mode, capacity: given.capacity, category }
}
