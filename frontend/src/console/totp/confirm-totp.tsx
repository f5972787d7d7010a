import { useState, type FormEvent } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { errorText } from '../../shared/api/errors.js'
import { useConfirmTotpMutation } from '../session/session-api.js'
import { QrCode } from './qr-code.js'
import styles from './totp.module.css'

interface ConfirmTotpProps {
  secret: string
  /** The secret as an authenticator reads it. */
  address: string
}

/** A secret on its way into an authenticator, and the code that shows that it has arrived. */
export function ConfirmTotp({ secret, address }: ConfirmTotpProps) {
  const [confirm, { error, isLoading }] = useConfirmTotpMutation()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm(code.trim())
  }
  return (
    <>
      <QrCode text={address} label="The secret as a QR code" />
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
          error={error ? errorText(error, 'The code could not be checked. Please try again.') : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" wide busy={isLoading}>
          Confirm
        </Button>
      </form>
    </>
  )
}
