import { Link } from 'react-router'
import { Icon } from '../../shared/ui/icon.js'
import { PATHS } from '../../shared/config/paths.js'
import { useSession } from '../../entities/session/use-session.js'
import styles from './age-gate.module.css'

/** Tells a player, on every screen, that the account declared to be under 18. Silent for everybody else. */
export function AgeLockBanner() {
  const { session } = useSession()
  if (!session?.ageLocked) return null
  return (
    <section className={styles.locked} aria-label="Age">
      <Icon name="alert" />
      <p>
        Somebody using this account said that they are under 18, so rooms, quick match and cups are closed to it. If that
        was a mistake, open a support ticket in <Link to={PATHS.settings}>Settings</Link>.
      </p>
    </section>
  )
}
