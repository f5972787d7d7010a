import { Link, useLocation } from 'react-router'
import { BrandMark } from '../../shared/ui/brand-mark.js'
import { buttonClass } from '../../shared/ui/button.js'
import { PATHS } from '../../shared/config/paths.js'
import { SITE_NAME } from '../../shared/config/site.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { PlayerNavigation } from './player-navigation.js'
import styles from './navigation.module.css'

/** The brand, and what belongs to the one who looks: the navigation for players, the login for visitors. */
export const Header = () => {
  const { status, user } = useSession()
  const { pathname } = useLocation()
  const loginPath = useLoginPath()
  // The landing page has the login as its main act.
  const offersLogin = status === 'ready' && !user && pathname !== PATHS.home
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={PATHS.home} className={styles.brand}>
          <BrandMark />
          {SITE_NAME}
        </Link>
        {user && <PlayerNavigation user={user} />}
        {offersLogin && (
          <a className={buttonClass({ variant: 'primary' })} href={loginPath}>
            Login with Discord
          </a>
        )}
      </div>
    </header>
  )
}
