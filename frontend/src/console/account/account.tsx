import type { AdminSession } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError } from '../../shared/ui/toast.js'
import { ChangePassword, ConfirmTotp } from '../entities/credentials.js'
import { useAdminSessionQuery, useBeginTotpMutation } from '../entities/session-api.js'
import { When } from '../kit/moments.js'
import { Facts } from '../kit/text.js'
import styles from './account.module.css'
import { OwnSessions } from './own-sessions.js'
import { Passkeys } from './passkeys.js'

export default function Account() {
  useTitle('Your account')
  const { data: session } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  if (!session) return null
  return (
    <>
      <h1>Your account</h1>
      <div className={styles.panels}>
        <Panel title={session.name}>
          <Facts facts={eventsOf(session)} />
        </Panel>
        <Panel title="Password">
          <ChangePassword />
        </Panel>
        <Panel title="Authenticator">
          <Authenticator enabled={session.totp_enabled} />
        </Panel>
        <Passkeys administrator={session.id} />
        <OwnSessions />
      </div>
    </>
  )
}

const eventsOf = (session: AdminSession) =>
  [
    ['Role', session.role],
    ['Child safety', session.permissions.includes('reports.grave') ? 'Yes' : 'No'],
    ['Signed in until', <When key="until" at={session.expires_at} />],
  ] as const

export function Authenticator({ enabled }: { enabled: boolean }) {
  const [begin, { data, isLoading }] = useBeginTotpMutation()
  if (enabled) {
    return <p>An authenticator is set up. If you lose it, someone who manages administrators can reset it.</p>
  }
  const start = async () => {
    const { error } = await begin()
    if (error) toastError(errorText(error, "We couldn't get the secret."))
  }
  return (
    <div className={styles.form}>
      {data ? (
        <ConfirmTotp secret={data.secret} address={data.otpauth_url} />
      ) : (
        <>
          <p>None is set up yet. With one, no one can sign in with your password alone.</p>
          <Button busy={isLoading} onClick={() => void start()}>
            Set up an authenticator
          </Button>
        </>
      )}
    </div>
  )
}
