import { useState, type FormEvent } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useChangePasswordMutation } from './account-api.js'
import { passwordProblem } from './password-problem.js'
import styles from './change-password.module.css'

const EMPTY = { current: '', password: '', repeated: '' }

/** A new password for whoever is signed in. */
export function ChangePassword() {
  const [draft, setDraft] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const [changePassword, { isLoading }] = useChangePasswordMutation()
  const problem = passwordProblem(draft.current, draft.password, draft.repeated)
  const change = (part: Partial<typeof EMPTY>) => setDraft((before) => ({ ...before, ...part }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isLoading || problem !== null) return
    const { error } = await changePassword({ current_password: draft.current, new_password: draft.password })
    if (error) {
      toastError(errorText(error, 'Failed to change the password.'))
      return
    }
    toastSuccess('Password changed.')
    setDraft(EMPTY)
    setTried(false)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={draft.current}
        onChange={(event) => change({ current: event.target.value })}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="12 to 200 characters."
        value={draft.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <TextField
        label="New password again"
        type="password"
        autoComplete="new-password"
        error={tried && problem !== null ? problem : undefined}
        value={draft.repeated}
        onChange={(event) => change({ repeated: event.target.value })}
      />
      <Button type="submit" variant="primary" busy={isLoading}>
        Change password
      </Button>
    </form>
  )
}
