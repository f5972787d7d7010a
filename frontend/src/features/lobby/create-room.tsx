import { useState, type RefObject } from 'react'
import { CATEGORIES, PASSCODE_MAX, ROOM_NAME_MAX } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextField } from '../../shared/ui/fields.js'
import { Panel } from '../../shared/ui/panel.js'
import { CATEGORY_WORDS } from '../../entities/game/game-words.js'
import { KeptOutOfRooms } from '../../entities/bans/kept-out-of-rooms.js'
import { useRoomsBan } from '../../entities/bans/use-rooms-ban.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { ModeChoice } from '../../entities/game/mode-choice.js'
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
