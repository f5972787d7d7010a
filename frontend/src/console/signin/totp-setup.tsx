import { useEffect } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useBeginTotpMutation } from '../session/session-api.js'
import { useLeave } from '../session/use-leave.js'
import { ConfirmTotp } from '../totp/confirm-totp.js'
import styles from './signin.module.css'

/** One secret per page, however often this is drawn. */
const ONCE = { fixedCacheKey: 'totp' }

/** An authenticator comes before everything else. */
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
