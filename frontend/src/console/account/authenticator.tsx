import { Button } from '../../shared/ui/button.js'
import { toastError } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useBeginTotpMutation } from '../session/session-api.js'
import { ConfirmTotp } from '../totp/confirm-totp.js'
import styles from './account.module.css'

/** The second thing that signing in takes. */
export function Authenticator({ enabled }: { enabled: boolean }) {
  const [begin, { data, isLoading }] = useBeginTotpMutation()
  if (enabled) {
    return <p>An authenticator is set up. If you lose it, somebody who manages administrators can reset it.</p>
  }
  const start = async () => {
    const { error } = await begin()
    if (error) toastError(errorText(error, 'The secret could not be had.'))
  }
  return (
    <div className={styles.form}>
      {data ? (
        <ConfirmTotp secret={data.secret} address={data.otpauth_url} />
      ) : (
        <>
          <p>None is set up yet. With one, nobody signs in with your password alone.</p>
          <Button busy={isLoading} onClick={() => void start()}>
            Set up an authenticator
          </Button>
        </>
      )}
    </div>
  )
}
