import { CHARACTER_UNITS_MAX, FORESEEN, PASSCODE_MAX, type RoomListItem, typedText } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import styles from './room-entry.module.css'

interface PasscodePromptProps {
  room: RoomListItem
  joining: boolean
  onSubmit: (passcode: string) => void
  onCancel: () => void
}

export default function PasscodePrompt({ room, joining, onSubmit, onCancel }: PasscodePromptProps) {
  const [passcode, setPasscode] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      className={styles.prompt}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const entered = typedText(passcode)
        setError(entered === '' ? FORESEEN.PASSCODE_REQUIRED.text : undefined)
        if (entered !== '') onSubmit(entered)
      }}
    >
      {!room.veiled && (
        <p className={styles.plain}>
          <Icon name="eye" size={16} />
          <span>
            <strong>Not veiled.</strong> Video starts as soon as you join.
          </span>
        </p>
      )}
      <div className={styles.field}>
        <TextField
          label="Passcode"
          aria-label={`Passcode of ${room.name}`}
          value={passcode}
          maxLength={PASSCODE_MAX * CHARACTER_UNITS_MAX}
          error={error}
          autoFocus
          onChange={(event) => setPasscode(event.target.value)}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={joining}>
          Enter the room
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
