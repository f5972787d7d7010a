import {
  type Category, type ClientEventData, type Mode, FORESEEN, PASSCODE_MAX, ROOM_CAPACITY, ROOM_NAME_MAX, type RoomListItem,
} from '@kla/proto/web'

export const filterRooms = (rooms: readonly RoomListItem[], text: string): readonly RoomListItem[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rooms
  return rooms.filter(({ name, creator }) => [name, creator].some((field) => field.toLowerCase().includes(wanted)))
}

export interface RoomDraft {
  roomName: string
  passcodeRequired: boolean
  passcode: string
  mode: Mode
  category: Category
  /** Null: not chosen, so a public room starts veiled and one with a passcode does not. */
  veiled: boolean | null
}

export const emptyDraft: RoomDraft = {
  roomName: '',
  passcodeRequired: false,
  passcode: '',
  mode: 'rush',
  category: 'default',
  veiled: null,
}

const passcodeOf = ({ passcodeRequired, passcode }: RoomDraft) => (passcodeRequired && passcode.trim()) || null

export const startsVeiled = (draft: RoomDraft): boolean => draft.veiled ?? passcodeOf(draft) === null

export type DraftErrors = Partial<Record<'roomName' | 'passcode', string>>

export const draftErrors = ({ roomName, passcodeRequired, passcode }: RoomDraft): DraftErrors => {
  const errors: DraftErrors = {}
  const name = roomName.trim()
  if (name === '') errors.roomName = FORESEEN.ROOM_NAME_REQUIRED.text
  else if (name.length > ROOM_NAME_MAX) errors.roomName = `A room name has at most ${ROOM_NAME_MAX} characters.`
  if (passcodeRequired && passcode.trim().length > PASSCODE_MAX) {
    errors.passcode = `A passcode has at most ${PASSCODE_MAX} characters.`
  }
  return errors
}

export const toCreateRoom = (draft: RoomDraft): ClientEventData<'create-room'> => {
  const passcode = passcodeOf(draft)
  return {
    roomName: draft.roomName.trim(),
    passcode,
    passcodeRequired: passcode !== null,
    publicRoom: true,
    mode: draft.mode,
    capacity: ROOM_CAPACITY,
    category: draft.category,
    veiled: startsVeiled(draft),
  }
}
