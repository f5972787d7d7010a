import { Link } from 'react-router'
import { type CupSummary, useCupsQuery } from '../../entities/cup/cups.js'
import { whileLookedAt } from '../../shared/api/api.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { cupPath } from '../../shared/config/paths.js'
import { CUPS } from '../../texts/cups.js'
import { CupFacts, StatePill } from './cup-facts.js'
import { CupsFailed, CupsLoading, NoCups } from './cups-states.js'
import styles from './cups.module.css'
import { groupCups } from './rules.js'

const POLL_MS = 20_000

export default function Cups() {
  useTitle(CUPS.title)
  const {
    data: cups,
    isError,
    isFetching,
    refetch,
  } = useCupsQuery(undefined, {
    ...whileLookedAt(POLL_MS),
    refetchOnMountOrArgChange: true,
  })
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{CUPS.title}</h1>
        <p className={styles.lead}>{CUPS.lead}</p>
      </header>
      {!cups && !isError && <CupsLoading />}
      {!cups && isError && <CupsFailed busy={isFetching} onRetry={() => void refetch()} />}
      {cups?.length === 0 && <NoCups />}
      {cups && cups.length > 0 && <CupList cups={cups} />}
    </div>
  )
}

function CupList({ cups }: { cups: readonly CupSummary[] }) {
  const { upcoming, running, past } = groupCups(cups)
  const groups = [
    { id: 'running', title: CUPS.running, cups: running },
    { id: 'upcoming', title: CUPS.upcoming, cups: upcoming },
    { id: 'past', title: CUPS.past, cups: past },
  ].filter((group) => group.cups.length > 0)
  return groups.map(({ id, title, cups: grouped }) => (
    <section key={id} className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.groupTitle}>
        {title}
      </h2>
      <ul className={styles.list}>
        {grouped.map((cup) => (
          <CupEntry key={cup.id} cup={cup} />
        ))}
      </ul>
    </section>
  ))
}

const CupEntry = ({ cup }: { cup: CupSummary }) => (
  <li className={styles.entry}>
    <div className={styles.about}>
      <h3 className={styles.name}>
        <Link to={cupPath(cup.id)} className={styles.link}>
          {cup.name}
        </Link>
      </h3>
      <CupFacts cup={cup} />
      {cup.champion && (
        <p>{CUPS.champion({ name: cup.champion.username, strong: (content) => <strong>{content}</strong> })}</p>
      )}
    </div>
    <StatePill state={cup.state} />
  </li>
)
