import { Link } from 'react-router'
import { BanStatement } from '../../entities/bans/ban-statement.js'
import type { OwnBan } from '../../entities/bans/bans.js'
import { settingsPath } from '../../shared/config/paths.js'
import { Icon } from '../../shared/ui/icon.js'
import { ACCOUNT_NOTES } from '../../texts/account-notes.js'
import styles from './banners.module.css'

/** Explains an account's limits: bans and a stated age. */
export default function AccountNotes({ bans, locked }: { bans: readonly OwnBan[]; locked: boolean }) {
  return (
    <>
      {bans.length > 0 && (
        <section className={styles.banner} aria-label={ACCOUNT_NOTES.bans}>
          <Icon name="alert" />
          <div className={styles.statements}>
            {bans.map((ban) => (
              <BanStatement key={ban.id} ban={ban} />
            ))}
          </div>
        </section>
      )}
      {locked && (
        <section className={styles.locked} aria-label={ACCOUNT_NOTES.age}>
          <Icon name="alert" />
          <p>{ACCOUNT_NOTES.locked({ support: (link) => <Link to={settingsPath('support')}>{link}</Link> })}</p>
        </section>
      )}
    </>
  )
}
