import { Link } from 'react-router'
import { useOwnBansQuery } from '../../entities/bans/bans.js'
import { Competing } from '../../entities/competing/competing.js'
import { userAvatarUrl } from '../../entities/player/player.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import type { SessionUser } from '../../entities/session/session-api.js'
import { useSession } from '../../entities/session/use-session.js'
import { useInventoryQuery } from '../../entities/shop/shop.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { BlocksPanel } from './blocks-panel.js'
import { DevicesPanel } from './devices-panel.js'
import { LimitsPanel } from './limits-panel.js'
import { MetPanel } from './met-panel.js'
import { NamesPanel } from './names-panel.js'
import { PurchaseNotice, PurchasesPanel } from './purchases.js'
import styles from './settings.module.css'
import { SupportPanel } from './support-panel.js'

export default function Settings() {
  useTitle('Settings')
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (status === 'failed') {
    return <EmptyState wholeScreen icon="offline" title="We can't load your settings right now" />
  }
  return user ? <Profile user={user} /> : <SignedOut />
}

/** The login returns to this address, which may hold a purchase. */
const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="user"
    title="You're not logged in"
    action={
      <a className={buttonClass()} href={useLoginPath()}>
        Sign in
      </a>
    }
  >
    Log in with Discord to see your settings.
  </EmptyState>
)

const Profile = ({ user }: { user: SessionUser }) => {
  const config = useClientConfig()
  const { data: bans } = useOwnBansQuery()
  // Skips requests that would be refused; the banner explains.
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
      <NamesPanel user={user} />
      <LimitsPanel />
      {!closed && <ItemsPanel />}
      {!closed && <Competing />}
      {!closed && <PurchasesPanel />}
      <ReadyLink />
      <SupportPanel />
      <MetPanel />
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

const ReadyLink = () => (
  <Panel
    title="Camera and microphone"
    aside={
      <Link className={buttonClass()} to={PATHS.ready}>
        Check them
      </Link>
    }
  >
    <p className={styles.more}>Choose camera, microphone and speaker, and try your connection.</p>
  </Panel>
)

function ItemsPanel() {
  const { data, isError, isFetching, refetch } = useInventoryQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel
      title="Items"
      aside={
        <Button busy={isFetching} onClick={() => void refetch()}>
          {!isFetching && <Icon name="refresh" />} Refresh
        </Button>
      }
    >
      <dl className={styles.counts} aria-busy={isFetching}>
        <ItemCount name="GIF saves" use="Each keeps one GIF in your library." count={data?.gif_saves} />
        <ItemCount name="Wild Cards" use="Each plays one saved GIF in a battle." count={data?.wild_cards} />
      </dl>
      <div role="alert" className={styles.failed}>
        {isError && !isFetching && (
          <>
            <Icon name="offline" /> Could not load inventory.
          </>
        )}
      </div>
      <p className={styles.more}>
        There are more of both in the <Link to={PATHS.shop}>Shop</Link>.
      </p>
    </Panel>
  )
}

interface ItemCountProps {
  name: string
  use: string
  count: number | undefined
}

const ItemCount = ({ name, use, count }: ItemCountProps) => (
  <div className={styles.item}>
    <dt className={styles.itemsName}>{name}</dt>
    <dd className={styles.count}>
      {count ?? (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">not known</span>
        </>
      )}
    </dd>
    <dd className={styles.use}>{use}</dd>
  </div>
)

const AccountFacts = ({ user }: { user: SessionUser }) => (
  <Panel title="Account">
    <dl className={styles.facts}>
      <dt>Discord name</dt>
      <dd>{user.discordName}</dd>
      <dt>Discord id</dt>
      <dd>{user.discordId}</dd>
    </dl>
    <p className={styles.note}>These come from Discord; change them there, then log in again.</p>
  </Panel>
)
