import {
  type Category,
  characterCount,
  type ClientEventData,
  FORESEEN,
  type Mode,
  MODES,
  PASSCODE_MAX,
  ROOM_CAPACITY,
  ROOM_NAME_MAX,
  type RoomCount,
  type RoomListItem,
  typedText,
} from '@kla/proto/web'
import { searchFold } from '../../shared/search-fold.js'
import { CREATE_ROOM, ROOM_COUNTS } from '../../texts/lobby.js'

export const filterRooms = (rooms: readonly RoomListItem[], text: string): readonly RoomListItem[] => {
  const wanted = searchFold(typedText(text))
  if (wanted === '') return rooms
  return rooms.filter(({ name, creator }) => [name, creator].some((field) => searchFold(field).includes(wanted)))
}

interface ModeCounts {
  mode: Mode
  rooms: number
  categories: readonly RoomCount[]
}

/** Counts rooms by mode, leaving out empty modes. */
export const countsByMode = (counts: readonly RoomCount[]): readonly ModeCounts[] =>
  MODES.map((mode) => {
    const categories = counts.filter((count) => count.mode === mode)
    return { mode, categories, rooms: categories.reduce((all, { rooms }) => all + rooms, 0) }
  }).filter(({ rooms }) => rooms > 0)

export const roomsOpen = (rooms: number, mode: string): string => ROOM_COUNTS.rooms({ rooms, mode: mode.toLowerCase() })

/** Room as the create form holds it. */
export interface RoomDraft {
  roomName: string
  passcodeRequired: boolean
  passcode: string
  mode: Mode
  category: Category
  veiled: boolean
}

export const emptyDraft: RoomDraft = {
  roomName: '',
  passcodeRequired: false,
  passcode: '',
  mode: 'rush',
  category: 'default',
  veiled: true,
}

const passcodeOf = ({ passcodeRequired, passcode }: RoomDraft) => (passcodeRequired && typedText(passcode)) || null

/** Messages beside the form's invalid fields. */
export type DraftErrors = Partial<Record<'roomName' | 'passcode', string>>

export const draftErrors = ({ roomName, passcodeRequired, passcode }: RoomDraft): DraftErrors => {
  const errors: DraftErrors = {}
  const name = typedText(roomName)
  if (name === '') errors.roomName = FORESEEN.ROOM_NAME_REQUIRED.text
  else if (characterCount(name) > ROOM_NAME_MAX) errors.roomName = CREATE_ROOM.nameTooLong({ max: ROOM_NAME_MAX })
  if (passcodeRequired && characterCount(typedText(passcode)) > PASSCODE_MAX) {
    errors.passcode = CREATE_ROOM.passcodeTooLong({ max: PASSCODE_MAX })
  }
  return errors
}

export const toCreateRoom = (draft: RoomDraft): ClientEventData<'create-room'> => {
  const passcode = passcodeOf(draft)
  return {
    roomName: typedText(draft.roomName),
    passcode,
    passcodeRequired: passcode !== null,
    publicRoom: true,
    mode: draft.mode,
    capacity: ROOM_CAPACITY,
    category: draft.category,
    veiled: draft.veiled,
  }
}
