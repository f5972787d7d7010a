import { Link } from 'react-router'
import { Competing } from '../../entities/competing/competing.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { PATHS } from '../../shared/config/paths.js'
import { useOwnBansQuery } from '../../entities/bans/bans.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { userAvatarUrl } from '../../entities/player/player.js'
import type { SessionUser } from '../../entities/session/session.js'
import { AccountFacts } from './account-facts.js'
import { BlocksPanel } from './blocks/blocks-panel.js'
import { DevicesPanel } from './devices/devices-panel.js'
import { ItemsPanel } from './items/items-panel.js'
import { PurchaseNotice } from './purchase/purchase-notice.js'
import { PurchasesPanel } from './purchases/purchases-panel.js'
import { SupportPanel } from './support/support-panel.js'
import styles from './settings.module.css'

/** The account of whoever is signed in: who it is, what it owns, what it bought. */
export const Profile = ({ user }: { user: SessionUser }) => {
  const config = useClientConfig()
  const { data: bans } = useOwnBansQuery()
  // What would only be refused is not asked for; the banner says why.
  const closed = bans?.some(({ scope }) => scope === 'global' || scope === 'api') ?? false
  return (
    <div className={styles.page}>
      <header className={styles.person}>
        <Avatar name={user.displayName} src={userAvatarUrl(config?.avatarBaseUrl, user)} size={88} />
        <div>
          <h1 className={styles.name}>{user.displayName}</h1>
          <p className={styles.welcome}>Welcome back. Your corner is ready.</p>
        </div>
      </header>
      <PurchaseNotice />
      {!closed && <ItemsPanel />}
      {!closed && <Competing />}
      {!closed && <PurchasesPanel />}
      <SupportPanel />
      <BlocksPanel />
      <DevicesPanel />
      <AccountFacts user={user} />
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
