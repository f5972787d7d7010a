import { useEffect } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { ChangePassword, ConfirmTotp } from '../entities/credentials.js'
import { useBeginTotpMutation, useLeave } from '../entities/session-api.js'
import styles from './sign-in.module.css'

/** Another administrator set this password: a new one comes first. */
export function OwnPassword({ name }: { name: string }) {
  useTitle('Choose a password of your own')
  const { leave, leaving } = useLeave()
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>Choose a password of your own</h1>
        <p>{name}, somebody else set the password you signed in with. The console opens once you have changed it.</p>
        <ChangePassword />
        <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </main>
  )
}

/** One secret per page load, even in strict mode. */
const ONCE = { fixedCacheKey: 'totp' }

export function TotpSetup({ name }: { name: string }) {
  useTitle('Set up an authenticator')
  const { leave, leaving } = useLeave()
  const [begin, { data, error, isUninitialized, isLoading }] = useBeginTotpMutation(ONCE)

  useEffect(() => {
    if (isUninitialized) void begin()
  }, [isUninitialized, begin])

  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>Set up an authenticator</h1>
        <p>{name}, the console opens once an app on your phone shows codes for it.</p>
        {data && <ConfirmTotp secret={data.secret} address={data.otpauth_url} />}
        {!data && (isLoading || isUninitialized) && (
          <p className={styles.waiting} role="status">
            <Spinner /> Loading…
          </p>
        )}
        {!data && error && (
          <>
            <p className={styles.problem} role="alert">
              {errorText(error, 'The secret could not be had.')}
            </p>
            <Button onClick={() => void begin()}>Try again</Button>
          </>
        )}
        <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </main>
  )
}
