import { CUP_CHECK_IN_MS, CUP_NO_SHOW_MS } from '@kla/proto/web'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Cup, useCupQuery } from '../../entities/cup/cups.js'
import { useSession } from '../../entities/session/use-session.js'
import { whileLookedAt } from '../../shared/api/api.js'
import { isMissing } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Bracket } from './bracket.js'
import { CupFacts, StatePill } from './cup-facts.js'
import styles from './cup-page.module.css'
import { CupFailed, CupLoading, NoSuchCup } from './cups-states.js'
import { OwnPanel, VisitorPanel } from './own-panel.js'

interface CupDetailsProps {
  cup: Cup
  stale: boolean
}

function CupDetails({ cup, stale }: CupDetailsProps) {
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
          We can’t reach Kla. What you see may be out of date.
        </p>
      )}
      <Champion cup={cup} />
      <div className={styles.top}>
        {user && <OwnPanel cup={cup} userId={user.id} />}
        {status === 'ready' && !user && <VisitorPanel cup={cup} />}
        {!drawn && <HowItWorks />}
      </div>
      {drawn ? <Bracket cup={cup} ownId={user?.id ?? null} /> : <Entries cup={cup} ownId={user?.id ?? null} />}
    </div>
  )
}

const POLL_MS: Readonly<Record<Cup['state'], number>> = {
  'sign-up': 15_000,
  'check-in': 5_000,
  running: 4_000,
  finished: 0,
  cancelled: 0,
}

export default function CupPage() {
  const { id = '' } = useParams()
  const [state, setState] = useState<Cup['state']>('running')
  const { currentData, error, isFetching, refetch } = useCupQuery(id, {
    ...whileLookedAt(POLL_MS[state]),
    refetchOnMountOrArgChange: true,
  })
  if (currentData && currentData.state !== state) setState(currentData.state)
  useTitle(currentData?.name ?? 'Cup')

  if (currentData) return <CupDetails cup={currentData} stale={error !== undefined} />
  if (!error) return <CupLoading />
  return isMissing(error) ? <NoSuchCup /> : <CupFailed busy={isFetching} onRetry={() => void refetch()} />
}

function Champion({ cup }: { cup: Cup }) {
  if (cup.state === 'cancelled') {
    return <p className={styles.ended}>This cup was cancelled. It has no champion.</p>
  }
  if (cup.state !== 'finished') return null
  if (!cup.champion) return <p className={styles.ended}>This cup ended without a champion.</p>
  return (
    <div className={styles.champion}>
      <Avatar name={cup.champion.username} src={null} size={64} />
      <div className={styles.championWords}>
        <p className={styles.ended}>
          Champion
          {cup.ended_at && (
            <>
              , <RelativeTime at={cup.ended_at} />
            </>
          )}
        </p>
        <p className={styles.championName}>{cup.champion.username}</p>
      </div>
    </div>
  )
}

const minutes = (ms: number) => ms / 60_000

const HowItWorks = () => (
  <Panel title="How it works" className={styles.rules}>
    <ol className={styles.steps}>
      <li>
        Check-in opens {minutes(CUP_CHECK_IN_MS)} minutes before the start. If you don’t check in, you can’t play.
      </li>
      <li>When your tie is called, be here within {minutes(CUP_NO_SHOW_MS)} minutes. If you’re not, you forfeit.</li>
      <li>The room opens when you’re both here. The winner goes through until one player is left.</li>
      <li>Judges may watch a tie. Others can watch only while both players agree. You always see who is watching.</li>
    </ol>
  </Panel>
)

const Entries = ({ cup, ownId }: { cup: Cup; ownId: number | null }) => (
  <section className={styles.entries} aria-labelledby="entries">
    <h2 id="entries" className={styles.entriesTitle}>
      Entered
    </h2>
    {cup.entries.length === 0 ? (
      <EmptyState icon="users" title="No one yet">
        Be the first.
      </EmptyState>
    ) : (
      <ol className={styles.list}>
        {cup.entries.map((entry) => (
          <li key={entry.id} className={styles.entry} data-own={entry.id === ownId || undefined}>
            <span className={styles.seed}>{entry.seed}</span>
            <span className={styles.name}>{entry.username}</span>
            {entry.checked_in && (
              <>
                <Icon name="check" size={16} />
                <span className="visually-hidden">, checked in</span>
              </>
            )}
          </li>
        ))}
      </ol>
    )}
  </section>
)
