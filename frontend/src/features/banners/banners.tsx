import { Link } from 'react-router'
import { BanStatement, useOwnBansQuery } from '../../entities/bans/bans.js'
import { useGetSessionQuery } from '../../entities/session/session-api.js'
import { useSession } from '../../entities/session/use-session.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import styles from './banners.module.css'

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

export function BanBanner() {
  const { user } = useSession()
  const { data: bans = [] } = useOwnBansQuery(undefined, { skip: user === null })
  if (user === null || bans.length === 0) return null
  return (
    <section className={styles.banner} aria-label="Bans">
      <Icon name="alert" />
      <div className={styles.statements}>
        {bans.map((ban) => (
          <BanStatement key={ban.id} ban={ban} />
        ))}
      </div>
    </section>
  )
}

export const ServerUnreachable = () => {
  const { isError, isFetching, refetch } = useGetSessionQuery()
  if (!isError) return null
  return (
    <div className={styles.bar} role="alert">
      <Icon name="offline" />
      <p className={styles.text}>Kla is not answering. Check your connection, then try again.</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
