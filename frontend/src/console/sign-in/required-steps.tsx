import { useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { AddPasskey } from '../entities/add-passkey.js'
import { consoleApi } from '../entities/console-api.js'
import { ChangePassword, ConfirmTotp } from '../entities/credentials.js'
import { RecoveryCodes } from '../entities/recovery-codes.js'
import { useBeginTotpMutation, useLeave } from '../entities/session-api.js'
import { selectToken } from '../entities/session.js'
import { Problem } from '../kit/problem.js'
import styles from './sign-in.module.css'

/** Asks to replace a password that another administrator set. */
export function OwnPassword({ name }: { name: string }) {
  useTitle('Choose your own password')
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>Choose your own password</h1>
        <OwnPasswordForm name={name} />
      </div>
    </main>
  )
}

export const OwnPasswordForm = ({ name }: { name: string }) => (
  <>
    <p>{name}, someone else set the password you signed in with. The console opens once you have changed it.</p>
    <ChangePassword />
    <Leave />
  </>
)

interface PasskeySetupProps {
  name: string
  /** True after a sign-in with a recovery code. */
  replaces: boolean
}

/** Returns the heading of the step, and what to call once there are recovery codes to keep. */
export function usePasskeyTitle(): readonly [title: string, onCodes: () => void] {
  const [keeping, setKeeping] = useState(false)
  return [keeping ? 'Keep your recovery codes' : 'Add a passkey', () => setKeeping(true)]
}

export function PasskeySetup(props: PasskeySetupProps) {
  const [title, onCodes] = usePasskeyTitle()
  useTitle(title)
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>{title}</h1>
        <PasskeySetupForm {...props} onCodes={onCodes} />
      </div>
    </main>
  )
}

export function PasskeySetupForm({ name, replaces, onCodes }: PasskeySetupProps & { onCodes: () => void }) {
  const dispatch = useDispatch()
  const [codes, setCodes] = useState<readonly string[]>([])
  const goOn = () => void dispatch(consoleApi.util.invalidateTags(['Session']))
  if (codes.length > 0) return <RecoveryCodes codes={codes} onKept={goOn} />
  return (
    <>
      {replaces && (
        <p>
          You signed in with a recovery code. Add a passkey in place of the lost one, then remove that one under Your
          account.
        </p>
      )}
      <p>
        {name}, the console opens once you have {replaces ? 'another' : 'a'} passkey. It is kept by this device, your
        phone or a security key, and opens with your fingerprint, face or PIN.
      </p>
      <AddPasskey
        variant="primary"
        onAdded={(given) => {
          setCodes(given)
          if (given.length === 0) goOn()
          else onCodes()
        }}
      />
      <Leave />
    </>
  )
}

export function TotpSetup({ name }: { name: string }) {
  useTitle('Set up an authenticator')
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>Set up an authenticator</h1>
        <TotpSetupForm name={name} />
      </div>
    </main>
  )
}

export function TotpSetupForm({ name }: { name: string }) {
  // One secret for each session, even in strict mode.
  const fixedCacheKey = `totp ${useSelector(selectToken)}`
  const [begin, { data, error, isUninitialized, isLoading }] = useBeginTotpMutation({ fixedCacheKey })

  useEffect(() => {
    if (isUninitialized) void begin()
  }, [isUninitialized, begin])

  return (
    <>
      <p>{name}, the console opens once an app on your phone shows codes for it.</p>
      {data && <ConfirmTotp secret={data.secret} address={data.otpauth_url} />}
      {!data && (isLoading || isUninitialized) && (
        <p className={styles.waiting} role="status">
          <Spinner /> Loading…
        </p>
      )}
      {!data && error && (
        <>
          <Problem>{errorText(error, "We couldn't get the secret.")}</Problem>
          <Button onClick={() => void begin()}>Try again</Button>
        </>
      )}
      <Leave />
    </>
  )
}

function Leave() {
  const { leave, leaving } = useLeave()
  return (
    <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
      Sign out
    </Button>
  )
}
