import { Link } from 'react-router'
import { Avatar } from '../../components/ui/avatar.js'
import { buttonClass } from '../../components/ui/button.js'
import { EmptyState } from '../../components/ui/empty-state.js'
import { PATHS } from '../../config/paths.js'
import { useClientConfig } from '../../lib/api/client-config.js'
import { useTitle } from '../../lib/navigation/use-title.js'
import { userAvatarUrl } from '../../lib/session/avatar-url.js'
import { useLoginPath } from '../../lib/session/use-login-path.js'
import { useSession } from '../../lib/session/use-session.js'
import styles from './settings.module.css'

export default function Settings() {
  useTitle('Settings')
  const { status, user } = useSession()
  const config = useClientConfig()
  const login = useLoginPath()

  if (status === 'loading') return null
  if (status === 'failed') {
    return <EmptyState wholeScreen icon="offline" title="Your settings cannot be read right now" />
  }
  if (!user) {
    return (
      <EmptyState
        wholeScreen
        icon="user"
        title="Nobody is signed in"
        action={
          <a className={buttonClass()} href={login}>
            Sign in
          </a>
        }
      >
        Your settings come with your Discord account.
      </EmptyState>
    )
  }
  return (
    <div className={styles.page}>
      <header className={styles.person}>
        <Avatar name={user.displayName} src={userAvatarUrl(config?.avatarBaseUrl, user)} size={88} />
        <div>
          <h1 className={styles.name}>{user.displayName}</h1>
          <p className={styles.welcome}>Welcome back. Your corner is ready.</p>
        </div>
      </header>
      <dl className={styles.facts}>
        <dt>Discord name</dt>
        <dd>{user.username}</dd>
        <dt>Discord id</dt>
        <dd>{user.discordId}</dd>
      </dl>
      <p className={styles.note}>Name and picture come from Discord; change them there, then log in again.</p>
      <ul className={styles.links}>
        <li>
          <Link to={PATHS.terms}>Terms of Service</Link>
        </li>
        <li>
          <Link to={PATHS.privacy}>Privacy</Link>
        </li>
      </ul>
    </div>
  )
}
