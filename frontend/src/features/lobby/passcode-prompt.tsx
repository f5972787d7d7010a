import { CHARACTER_UNITS_MAX, FORESEEN, PASSCODE_MAX, type RoomListItem, typedText } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { PASSCODE } from '../../texts/lobby.js'
import styles from './room-entry.module.css'

interface PasscodePromptProps {
  room: RoomListItem
  joining: boolean
  /** Returns why the passcode was refused, or nothing. */
  onSubmit: (passcode: string) => Promise<string | undefined>
  onCancel: () => void
}

export default function PasscodePrompt({ room, joining, onSubmit, onCancel }: PasscodePromptProps) {
  const [passcode, setPasscode] = useState('')
  const [refusal, setRefusal] = useState<{ readonly text: string } | null>(null)
  const input = useRef<HTMLInputElement>(null)

  // A refusal is a new object each time, so that the same one twice returns the focus twice.
  useEffect(() => {
    if (refusal === null) return
    input.current?.focus()
    input.current?.select()
  }, [refusal])

  const submit = async () => {
    const entered = typedText(passcode)
    const refused = entered === '' ? FORESEEN.PASSCODE_REQUIRED.text : await onSubmit(entered)
    setRefusal(refused === undefined ? null : { text: refused })
  }

  return (
    <form
      className={styles.prompt}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!joining) void submit()
      }}
    >
      {!room.veiled && (
        <p className={styles.plain}>
          <Icon name="eye" size={16} />
          <span>{PASSCODE.notBlurred({ strong: (content) => <strong>{content}</strong> })}</span>
        </p>
      )}
      <div className={styles.field}>
        <TextField
          ref={input}
          label={PASSCODE.label}
          aria-label={PASSCODE.labelOf({ room: room.name })}
          value={passcode}
          maxLength={PASSCODE_MAX * CHARACTER_UNITS_MAX}
          error={refusal?.text}
          autoFocus
          onChange={(event) => {
            setPasscode(event.target.value)
            setRefusal(null)
          }}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={joining}>
          {PASSCODE.enter}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {PASSCODE.cancel}
        </Button>
      </div>
      <p className="visually-hidden" role="alert">
        {refusal?.text}
      </p>
    </form>
  )
}
