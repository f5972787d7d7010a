import { useState, type RefObject } from 'react'
import { CATEGORIES, PASSCODE_MAX, ROOM_NAME_MAX } from '@kla/proto/web'
import { Button } from '../../components/ui/button.js'
import { Checkbox } from '../../components/ui/checkbox.js'
import { Panel } from '../../components/ui/panel.js'
import { SelectField } from '../../components/ui/select-field.js'
import { TextField } from '../../components/ui/text-field.js'
import { CATEGORY_WORDS } from '../../config/game-words.js'
import { KeptOutOfRooms } from '../../components/safety/kept-out-of-rooms.js'
import { useRoomsBan } from '../../lib/bans/use-rooms-ban.js'
import type { RoomKey } from '../../lib/rooms/room-key.js'
import { ModeChoice } from '../../components/game/mode-choice.js'
import { emptyDraft, type RoomDraft } from './room-draft.js'
import { useCreateRoom } from './use-create-room.js'
import styles from './create-room.module.css'

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))

interface CreateRoomProps {
  nameField: RefObject<HTMLInputElement | null>
  onCreated: (room: RoomKey) => void
}

export const CreateRoom = ({ nameField, onCreated }: CreateRoomProps) => {
  const [draft, setDraft] = useState<RoomDraft>(emptyDraft)
  const { create, creating, errors } = useCreateRoom(onCreated)
  const ban = useRoomsBan()
  const change = (part: Partial<RoomDraft>) => setDraft((before) => ({ ...before, ...part }))

  if (ban) {
    return (
      <Panel title="Create Room">
        <KeptOutOfRooms ban={ban} />
      </Panel>
    )
  }
  return (
    <Panel title="Create Room">
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void create(draft).then((wrong) => wrong.roomName && nameField.current?.focus())
        }}
      >
        <TextField
          ref={nameField}
          label="Room name"
          value={draft.roomName}
          maxLength={ROOM_NAME_MAX}
          error={errors.roomName}
          onChange={(event) => change({ roomName: event.target.value })}
        />
        <ModeChoice value={draft.mode} onChange={(mode) => change({ mode })} />
        <SelectField
          label="Category"
          value={draft.category}
          options={CATEGORY_OPTIONS}
          onChange={(category) => change({ category })}
        />
        <Checkbox
          checked={draft.passcodeRequired}
          onChange={(event) => change({ passcodeRequired: event.target.checked })}
        >
          Ask for a passcode
        </Checkbox>
        {draft.passcodeRequired && (
          <TextField
            label="Passcode"
            value={draft.passcode}
            maxLength={PASSCODE_MAX}
            error={errors.passcode}
            hint="Left empty, anyone can come in."
            onChange={(event) => change({ passcode: event.target.value })}
          />
        )}
        <Button type="submit" variant="primary" wide busy={creating}>
          {creating ? 'Creating…' : 'Create Room'}
        </Button>
      </form>
    </Panel>
  )
}
