import { Link, NavLink, useLocation } from 'react-router'
import { userAvatarUrl } from '../../entities/player/player.js'
import { forgetPlayer } from '../../entities/session/forget-player.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { type SessionUser, useLogOutMutation } from '../../entities/session/session-api.js'
import { useSession } from '../../entities/session/use-session.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { PATHS } from '../../shared/config/paths.js'
import { SITE_NAME } from '../../shared/config/site.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { BrandMark } from '../../shared/ui/brand-mark.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { NAVIGATION } from '../../texts/shell.js'
import styles from './navigation.module.css'

export const Header = () => {
  const { status, user } = useSession()
  const { pathname } = useLocation()
  const loginPath = useLoginPath()
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
            {NAVIGATION.logIn}
          </a>
        )}
      </div>
    </header>
  )
}

const PlayerNavigation = ({ user }: { user: SessionUser }) => {
  const config = useClientConfig()
  const { logOut, loggingOut } = useLogOut()
  return (
    <>
      <nav className={styles.nav} aria-label={NAVIGATION.label}>
        <ul className={styles.links}>
          {NAV_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={classNames(styles.link)}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <NavLink
        to={PATHS.settings}
        className={classNames(styles.account)}
        aria-label={NAVIGATION.settings({ name: user.displayName })}
      >
        <Avatar name={user.displayName} src={userAvatarUrl(config?.avatarBaseUrl, user)} />
      </NavLink>
      <Button variant="quiet" busy={loggingOut} onClick={logOut}>
        {NAVIGATION.logOut}
      </Button>
    </>
  )
}

export const Footer = () => (
  <footer className={styles.footer}>
    <p>{NAVIGATION.adultsOnly}</p>
    <ul className={styles.footerLinks}>
      <li>
        <Link to={PATHS.news}>{NAVIGATION.news}</Link>
      </li>
      <li>
        <Link to={PATHS.terms}>{NAVIGATION.terms}</Link>
      </li>
      <li>
        <Link to={PATHS.privacy}>{NAVIGATION.privacy}</Link>
      </li>
    </ul>
  </footer>
)

const NAV_LINKS = [
  { to: PATHS.gameroom, label: NAVIGATION.battle },
  { to: PATHS.shop, label: NAVIGATION.shop },
  { to: PATHS.savedGifs, label: NAVIGATION.savedGifs },
  { to: PATHS.leaderboards, label: NAVIGATION.leaderboards },
  { to: PATHS.news, label: NAVIGATION.news },
] as const

/** Reloads afterwards, so that no player data stays in the page. */
const useLogOut = () => {
  const [post, { isLoading, isSuccess }] = useLogOutMutation()
  const logOut = async () => {
    try {
      await post().unwrap()
      forgetPlayer()
      window.location.assign(PATHS.home)
    } catch (error) {
      console.error('Logout failed', (error as { status?: unknown }).status)
    }
  }
  return { logOut: () => void logOut(), loggingOut: isLoading || isSuccess }
}
