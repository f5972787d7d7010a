import { useState } from 'react'
import { PASSCODE_MAX, REASONS } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import styles from './passcode-prompt.module.css'

interface PasscodePromptProps {
  roomName: string
  joining: boolean
  onSubmit: (passcode: string) => void
  onCancel: () => void
}

/** Opens in the room's own entry: what is asked for stands where it was asked. */
export const PasscodePrompt = ({ roomName, joining, onSubmit, onCancel }: PasscodePromptProps) => {
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
        const entered = passcode.trim()
        setError(entered === '' ? REASONS.PASSCODE_REQUIRED.text : undefined)
        if (entered !== '') onSubmit(entered)
      }}
    >
      <div className={styles.field}>
        <TextField
          label="Passcode"
          aria-label={`Passcode of ${roomName}`}
          value={passcode}
          maxLength={PASSCODE_MAX}
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
