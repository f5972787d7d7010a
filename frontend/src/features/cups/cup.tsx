import { Link } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import type { Cup as CupView } from '../../entities/cup/cups.js'
import { useSession } from '../../entities/session/use-session.js'
import { Bracket } from './bracket/bracket.js'
import { Champion } from './champion.js'
import { CupFacts } from './cup-facts.js'
import { Entries } from './entries.js'
import { HowItRuns } from './how-it-runs.js'
import { OwnPanel, VisitorPanel } from './own/own-panel.js'
import { StatePill } from './state-pill.js'
import styles from './cup.module.css'

interface CupProps {
  cup: CupView
  /** Whether the last time it was asked for no answer came. */
  stale: boolean
}

export function Cup({ cup, stale }: CupProps) {
  const { status, user } = useSession()
  const drawn = cup.ties.length > 0
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <p>
          <Link to={PATHS.cups}>All cups</Link>
        </p>
        <h1 className={styles.title}>{cup.name}</h1>
        <div className={styles.facts}>
          <StatePill state={cup.state} />
          <CupFacts cup={cup} />
        </div>
      </header>
      {stale && (
        <p className={styles.stale} role="status">
          Kla is not answering; this is how the cup stood last.
        </p>
      )}
      <Champion cup={cup} />
      <div className={styles.top}>
        {user && <OwnPanel cup={cup} userId={user.id} />}
        {status === 'ready' && !user && <VisitorPanel cup={cup} />}
        {!drawn && <HowItRuns />}
      </div>
      {drawn ? <Bracket cup={cup} ownId={user?.id ?? null} /> : <Entries cup={cup} ownId={user?.id ?? null} />}
    </div>
  )
}
