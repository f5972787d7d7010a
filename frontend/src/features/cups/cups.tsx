import { useCupsQuery } from '../../entities/cup/cups.js'
import { whileLookedAt } from '../../shared/api/polling.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { CupList } from './cup-list.js'
import { CupsFailed, CupsLoading, NoCups } from './cups-states.js'
import styles from './cups.module.css'

/** Entries trickle in, and cups begin on the minute. */
const POLL_MS = 20_000

/** Which cups there are. For everybody, also for visitors. */
export default function Cups() {
  useTitle('Cups')
  const { data: cups, isError, isFetching, refetch } = useCupsQuery(undefined, {
    ...whileLookedAt(POLL_MS),
    refetchOnMountOrArgChange: true,
  })
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>Cups</h1>
        <p className={styles.lead}>Knock-out, tie by tie, until one is left. Cups run by themselves: just be there.</p>
      </header>
      {!cups && !isError && <CupsLoading />}
      {!cups && isError && <CupsFailed busy={isFetching} onRetry={() => void refetch()} />}
      {cups?.length === 0 && <NoCups />}
      {cups && cups.length > 0 && <CupList cups={cups} />}
    </div>
  )
}
