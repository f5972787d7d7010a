import { Suspense } from 'react'
import { useCurrentBans } from '../../entities/bans/bans.js'
import { useGetSessionQuery } from '../../entities/session/session-api.js'
import { useSession } from '../../entities/session/use-session.js'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { SHELL } from '../../texts/shell.js'
import { UI } from '../../texts/ui.js'
import styles from './banners.module.css'

const AccountNotes = lazyPart(() => import('./account-notes.js'), { asBar: true })

export function AccountBanners() {
  const { session } = useSession()
  const shown = useCurrentBans()
  const locked = session?.ageLocked === true
  return <Suspense>{(locked || shown.length > 0) && <AccountNotes bans={shown} locked={locked} />}</Suspense>
}

export const ServerUnreachable = () => {
  const { status } = useSession()
  const { isFetching, refetch } = useGetSessionQuery()
  if (status !== 'failed') return null
  return (
    <div className={styles.bar} role="alert">
      <Icon name="offline" />
      <p className={styles.text}>{SHELL.unreachable}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        {UI.tryAgain}
      </Button>
    </div>
  )
}
