import { CATEGORIES, CHARACTER_UNITS_MAX, FORESEEN, PASSCODE_MAX, ROOM_NAME_MAX } from '@kla/proto/web'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { RoomsBanNotice, useRoomsBan } from '../../entities/bans/bans.js'
import { CATEGORY_WORDS } from '../../entities/game/game-words.js'
import { ModeChoice } from '../../entities/game/mode-choice.js'
import { useGetReady } from '../../entities/ready/use-get-ready.js'
import { SealedNote } from '../../entities/reports/sealed-note.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { useSession } from '../../entities/session/use-session.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextField } from '../../shared/ui/fields.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { CREATE_ROOM } from '../../texts/lobby.js'
import styles from './lobby.module.css'
import { type DraftErrors, draftErrors, emptyDraft, type RoomDraft, toCreateRoom } from './rules.js'

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))

interface CreateRoomProps {
  nameField: RefObject<HTMLInputElement | null>
  onCreated: (room: RoomKey) => void
}

export const CreateRoom = ({ nameField, onCreated }: CreateRoomProps) => {
  const [draft, setDraft] = useState<RoomDraft>(emptyDraft)
  const { create, creating, errors, changed, screen } = useCreateRoom(nameField, onCreated)
  const ban = useRoomsBan()
  const change = (part: Partial<RoomDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    changed(part)
  }

  if (ban) {
    return (
      <Panel title={CREATE_ROOM.title}>
        <RoomsBanNotice ban={ban} />
      </Panel>
    )
  }
  return (
    <Panel title={CREATE_ROOM.title}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          create(draft)
        }}
      >
        <TextField
          ref={nameField}
          label={CREATE_ROOM.roomName}
          value={draft.roomName}
          maxLength={ROOM_NAME_MAX * CHARACTER_UNITS_MAX}
          error={errors.roomName}
          onChange={(event) => change({ roomName: event.target.value })}
        />
        <ModeChoice value={draft.mode} onChange={(mode) => change({ mode })} />
        <SelectField
          label={CREATE_ROOM.category}
          value={draft.category}
          options={CATEGORY_OPTIONS}
          onChange={(category) => change({ category })}
        />
        <Checkbox
          checked={draft.passcodeRequired}
          onChange={(event) => change({ passcodeRequired: event.target.checked })}
        >
          {CREATE_ROOM.requirePasscode}
        </Checkbox>
        {draft.passcodeRequired && (
          <TextField
            label={CREATE_ROOM.passcode}
            value={draft.passcode}
            maxLength={PASSCODE_MAX * CHARACTER_UNITS_MAX}
            error={errors.passcode}
            hint={CREATE_ROOM.passcodeHint}
            onChange={(event) => change({ passcode: event.target.value })}
          />
        )}
        <div>
          <Checkbox checked={draft.veiled} onChange={(event) => change({ veiled: event.target.checked })}>
            {CREATE_ROOM.startsBlurred}
          </Checkbox>
          <p className={styles.hint}>{draft.veiled ? CREATE_ROOM.blurredHint : CREATE_ROOM.notBlurredHint}</p>
          {!draft.veiled && <SealedNote who={CREATE_ROOM.someone} className={styles.hint} />}
        </div>
        <Button type="submit" variant="primary" wide busy={creating}>
          {creating ? CREATE_ROOM.creating : CREATE_ROOM.create}
        </Button>
      </form>
      {screen}
    </Panel>
  )
}

/** Reasons that concern the room's name. */
const NAME_REFUSED = /^(?:ROOM_)?NAME_/

const useCreateRoom = (nameField: CreateRoomProps['nameField'], onCreated: CreateRoomProps['onCreated']) => {
  const { send } = useRealtime()
  const { user } = useSession()
  const { whenReady, screen } = useGetReady()
  const [errors, setErrors] = useState<DraftErrors>({})
  const [creating, setCreating] = useState(false)
  const wrongName = useRef(false)

  useEffect(() => {
    // The screen over the page gives the focus back when it closes.
    if (!wrongName.current || screen) return
    wrongName.current = false
    nameField.current?.focus()
  }, [errors, screen, nameField])

  const show = (found: DraftErrors) => {
    setErrors(found)
    wrongName.current = found.roomName !== undefined
  }

  const create = (draft: RoomDraft) => {
    if (!user) {
      toastError(FORESEEN.NOT_SIGNED_IN_TO_CREATE.text)
      return
    }
    const found = draftErrors(draft)
    show(found)
    if (Object.keys(found).length > 0) return

    const { veiled } = draft
    whenReady({ go: CREATE_ROOM.ready, veiled, leadsTo: 'own-room', act: () => open(toCreateRoom(draft)) })
  }

  const open = async (payload: ReturnType<typeof toCreateRoom>): Promise<boolean> => {
    setCreating(true)
    const answer = await send('create-room', payload)
    setCreating(false)
    if (!answer.success) {
      if (NAME_REFUSED.test(answer.code)) show({ roomName: answer.error })
      else toastError(answer.error)
      return false
    }
    toastSuccess(CREATE_ROOM.created)
    onCreated({ roomId: answer.roomId, passcode: payload.passcode })
    return true
  }

  /** Forgets the errors of changed fields. */
  const changed = (part: Partial<RoomDraft>) =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))

  return { create, creating, errors, changed, screen }
}
