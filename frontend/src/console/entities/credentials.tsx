import { type FormEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import styles from './credentials.module.css'
import { QrCode } from './qr-code.js'
import { useChangePasswordMutation, useConfirmTotpMutation } from './session-api.js'
import { passwordProblem } from './session-problems.js'

const EMPTY = { current: '', password: '', repeated: '' }

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

interface ConfirmTotpProps {
  secret: string
  address: string
}

/** Shows a TOTP secret and asks for a code that proves it was stored. */
export function ConfirmTotp({ secret, address }: ConfirmTotpProps) {
  const [confirm, { error, isLoading }] = useConfirmTotpMutation()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm(code.trim())
  }
  return (
    <>
      <QrCode text={address} label="The secret as a QR code" className={styles.qr} />
      <p>
        Scan it, or{' '}
        <a href={address} rel="noreferrer">
          open it in an app on this device
        </a>
        , or type the secret:
      </p>
      <p className={styles.secret}>{secret}</p>
      <form className={styles.confirm} onSubmit={submit}>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={error ? errorText(error, "We couldn't check the code. Please try again.") : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" wide busy={isLoading}>
          Confirm
        </Button>
      </form>
    </>
  )
}
