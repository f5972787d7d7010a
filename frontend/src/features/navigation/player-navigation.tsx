import { NavLink } from 'react-router'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { PATHS } from '../../shared/config/paths.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { userAvatarUrl } from '../../entities/player/player.js'
import type { SessionUser } from '../../entities/session/session.js'
import { NAV_LINKS } from './links.js'
import { useLogOut } from './use-log-out.js'
import styles from './navigation.module.css'

export const PlayerNavigation = ({ user }: { user: SessionUser }) => {
  const config = useClientConfig()
  const { logOut, loggingOut } = useLogOut()
  return (
    <>
      <nav className={styles.nav} aria-label="Main">
        <ul className={styles.links}>
          {NAV_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={styles.link}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <NavLink to={PATHS.settings} className={styles.account} aria-label={`Settings of ${user.displayName}`}>
        <Avatar name={user.displayName} src={userAvatarUrl(config?.avatarBaseUrl, user)} />
      </NavLink>
      <Button variant="quiet" busy={loggingOut} onClick={logOut}>
        Log Out
      </Button>
    </>
  )
}
