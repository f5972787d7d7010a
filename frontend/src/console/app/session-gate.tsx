import { useSelector } from 'react-redux'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { errorText } from '../../shared/api/errors.js'
import { useAdminSessionQuery } from '../session/session-api.js'
import { selectToken } from '../session/session-slice.js'
import { OwnPassword } from '../signin/own-password.js'
import { SignIn } from '../signin/sign-in.js'
import { TotpSetup } from '../signin/totp-setup.js'
import { Layout } from './layout.js'
import styles from './layout.module.css'

/**
 * Nothing of the console is there for nobody. Signing in happens at whatever address somebody is, so that the place is
 * kept when a session ends.
 */
export const SessionGate = () => (useSelector(selectToken) === null ? <SignIn /> : <SignedIn />)

function SignedIn() {
  const { data, error, isFetching, refetch } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  if (data?.password_change_required) return <OwnPassword name={data.name} />
  if (data) return data.totp_setup_required ? <TotpSetup name={data.name} /> : <Layout session={data} />
  if (error && !isFetching) {
    return (
      <main role="alert">
        <EmptyState
          wholeScreen
          icon="offline"
          title="The console is not answering"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error, 'Check your connection, then try again.')}
        </EmptyState>
      </main>
    )
  }
  return (
    <main className={styles.loading} role="status">
      <Spinner /> Loading…
    </main>
  )
}
