import { useState, type FormEvent } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import styles from './administrators.module.css'

interface SetPasswordProps {
  busy: boolean
  /** `true` says that it was done. */
  onSet: (password: string) => Promise<boolean>
}

/** A new password for somebody who has lost theirs. */
export function SetPassword({ busy, onSet }: SetPasswordProps) {
  const [password, setPassword] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!busy && (await onSet(password))) setPassword('')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="New password"
        type="password"
        required
        autoComplete="new-password"
        hint="12 to 200 characters. They have to change it when they sign in."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" disabled={password === ''} busy={busy}>
        Set password
      </Button>
    </form>
  )
}
