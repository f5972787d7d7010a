import { Link, useLocation } from 'react-router'
import { HowOthersSeeYou } from '../../entities/names/how-others-see-you.js'
import { useOwnControl } from '../../entities/studio/own-control.js'
import { RelayCard } from '../../entities/studio/relay-card.js'
import StudioPanel from '../../entities/studio/studio-panel.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import styles from './studio.module.css'

const invitationOf = (state: unknown): string | null => {
  const { invitation } = (state ?? {}) as { invitation?: unknown }
  return typeof invitation === 'string' && invitation.startsWith(`${PATHS.joinRoom}?`) ? invitation : null
}

export default function Studio() {
  useTitle('Studio')
  const control = useOwnControl()
  const invitation = invitationOf(useLocation().state)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>Studio</h1>
          <p className={styles.lead}>Test your picture, sound and connection. No one sees or hears you here.</p>
        </div>
        <Link className={buttonClass()} to={invitation ?? PATHS.gameroom}>
          {invitation === null ? 'To the lobby' : 'Into the room'}
        </Link>
      </header>
      <Panel title="Picture and sound">{control && <StudioPanel control={control} />}</Panel>
      <div className={styles.row}>
        <HowOthersSeeYou />
        <Panel title="Connection">
          <RelayCard />
        </Panel>
      </div>
    </div>
  )
}
