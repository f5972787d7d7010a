import { Icon } from '../../shared/ui/icon.js'
import { BanStatement } from '../../entities/bans/ban-statement.js'
import { useOwnBansQuery } from '../../entities/bans/bans.js'
import { useSession } from '../../entities/session/use-session.js'
import styles from './ban-banner.module.css'

/** Tells a banned player so on every screen, with the reasons. Silent for everybody else. */
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
