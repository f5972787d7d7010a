import type { Refused } from '@kla/chassis'
import { nameFault, readName } from '@kla/proto/names'
import {
  CATEGORIES,
  type Category,
  characterCount,
  contactInRoomName,
  invalidInput,
  type Mode,
  MODES,
  PASSCODE_MAX,
  ROOM_CAPACITY,
  ROOM_NAME_MAX,
  visibleLine,
} from '@kla/proto/web'

export const LIST_LIMIT_MAX = 200

/** Validated fields of a new room. */
export interface RoomFields {
  readonly name: string
  readonly passcode: string
  readonly publicRoom: boolean
  readonly mode: Mode
  readonly capacity: number
  readonly category: Category
}

type GivenRoomFields = Omit<RoomFields, 'mode' | 'category'> & { readonly mode: string; readonly category: string }

/** Validates and normalizes the fields. */
export function roomFields(given: GivenRoomFields): RoomFields | Refused {
  const { name, hidden } = readName(given.name)
  const passcode = visibleLine(given.passcode)
  const mode = MODES.find((known) => known === given.mode)
  const category = CATEGORIES.find((known) => known === given.category)
  if (name === '') return { refused: 'ROOM_NAME_REQUIRED' }
  if (characterCount(name) > ROOM_NAME_MAX) return invalidInput(`A room name has at most ${ROOM_NAME_MAX} characters.`)
  if (hidden) return { refused: 'NAME_INVISIBLE' }
  if (contactInRoomName(name).length > 0) return { refused: 'ROOM_NAME_CONTACT' }
  const fault = nameFault(name, 'room')
  if (fault) return { refused: fault }
  if (characterCount(passcode) > PASSCODE_MAX) return invalidInput(`A passcode has at most ${PASSCODE_MAX} characters.`)
  if (!mode) return invalidInput('Choose rush or stamina.')
  if (!category) return invalidInput('There is no such category.')
  if (given.capacity !== Number(ROOM_CAPACITY)) return invalidInput(`A room seats ${ROOM_CAPACITY} players.`)
  return { name, passcode, publicRoom: given.publicRoom, mode, capacity: given.capacity, category }
}
