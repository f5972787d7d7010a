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
import { CUP, CUP_ENTRIES, CUP_RULES } from '../../texts/cup.js'
import { Bracket } from './bracket.js'
import { CupFacts, StatePill } from './cup-facts.js'
import styles from './cup-page.module.css'
import { CupFailed, CupLoading, NoSuchCup } from './cup-states.js'
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
          <Link to={PATHS.cups}>{CUP.allCups}</Link>
        </p>
        <h1 className={styles.title}>{cup.name}</h1>
        <div className={styles.facts}>
          <StatePill state={cup.state} />
          <CupFacts cup={cup} />
        </div>
      </header>
      {stale && (
        <p className={styles.stale} role="status">
          {CUP.stale}
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
  useTitle(currentData?.name ?? CUP.pageTitle)

  if (currentData) return <CupDetails cup={currentData} stale={error !== undefined} />
  if (!error) return <CupLoading />
  return isMissing(error) ? <NoSuchCup /> : <CupFailed busy={isFetching} onRetry={() => void refetch()} />
}

function Champion({ cup }: { cup: Cup }) {
  if (cup.state === 'cancelled') {
    return <p className={styles.ended}>{CUP.cancelled}</p>
  }
  if (cup.state !== 'finished') return null
  const { champion, ended_at: endedAt } = cup
  if (!champion) return <p className={styles.ended}>{CUP.noChampion}</p>
  return (
    <div className={styles.champion}>
      <Avatar name={champion.username} src={null} size={64} />
      <div className={styles.championWords}>
        <p className={styles.ended}>
          {endedAt === null ? CUP.champion : CUP.championSince({ when: () => <RelativeTime at={endedAt} /> })}
        </p>
        <p className={styles.championName}>{champion.username}</p>
      </div>
    </div>
  )
}

const minutes = (ms: number) => ms / 60_000

const HowItWorks = () => (
  <Panel title={CUP_RULES.title} className={styles.rules}>
    <ol className={styles.steps}>
      <li>{CUP_RULES.checkIn({ minutes: minutes(CUP_CHECK_IN_MS) })}</li>
      <li>{CUP_RULES.called({ minutes: minutes(CUP_NO_SHOW_MS) })}</li>
      <li>{CUP_RULES.room}</li>
      <li>{CUP_RULES.watching}</li>
    </ol>
  </Panel>
)

const Entries = ({ cup, ownId }: { cup: Cup; ownId: number | null }) => (
  <section className={styles.entries} aria-labelledby="entries">
    <h2 id="entries" className={styles.entriesTitle}>
      {CUP_ENTRIES.title}
    </h2>
    {cup.entries.length === 0 ? (
      <EmptyState icon="users" title={CUP_ENTRIES.none}>
        {CUP_ENTRIES.noneOffer}
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
                <span className="visually-hidden">{CUP_ENTRIES.checkedInSpoken}</span>
              </>
            )}
          </li>
        ))}
      </ol>
    )}
  </section>
)
