import { Panel } from '../../shared/ui/panel.js'
import type { SessionUser } from '../../entities/session/session.js'
import styles from './settings.module.css'

export const AccountFacts = ({ user }: { user: SessionUser }) => (
  <Panel title="Account">
    <dl className={styles.facts}>
      <dt>Discord name</dt>
      <dd>{user.username}</dd>
      <dt>Discord id</dt>
      <dd>{user.discordId}</dd>
    </dl>
    <p className={styles.note}>Name and picture come from Discord; change them there, then log in again.</p>
  </Panel>
)
