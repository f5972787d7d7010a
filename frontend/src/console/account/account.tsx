import type { AdminSession } from '@kla/proto/web'
import { Panel } from '../../shared/ui/panel.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Facts } from '../kit/text/facts.js'
import { When } from '../kit/text/when.js'
import { useAdminSessionQuery } from '../session/session-api.js'
import { Authenticator } from './authenticator.js'
import { ChangePassword } from '../session/change-password.js'
import styles from './account.module.css'

/** What somebody can do about their own way in. */
export default function Account() {
  useTitle('Your account')
  const { data: session } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  if (!session) return null
  return (
    <>
      <h1>Your account</h1>
      <div className={styles.panels}>
        <Panel title={session.name}>
          <Facts facts={factsOf(session)} />
        </Panel>
        <Panel title="Password">
          <ChangePassword />
        </Panel>
        <Panel title="Authenticator">
          <Authenticator enabled={session.totp_enabled} />
        </Panel>
      </div>
    </>
  )
}

const factsOf = (session: AdminSession) =>
  [
    ['Role', session.role],
    ['Child safety', session.permissions.includes('reports.grave') ? 'Yes' : 'No'],
    ['Signed in until', <When key="until" at={session.expires_at} />],
  ] as const
