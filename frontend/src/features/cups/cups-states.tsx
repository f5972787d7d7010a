import { Link } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { LoadFailed } from '../../shared/ui/load-failed.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { CUPS } from '../../texts/cups.js'
import styles from './cups.module.css'

const PLACES = [1, 2, 3, 4, 5]

export const CupsLoading = () => (
  <div className={styles.list} role="status">
    <span className="visually-hidden">{CUPS.loading}</span>
    {PLACES.map((place) => (
      <Skeleton key={place} height="5.5rem" />
    ))}
  </div>
)

export const NoCups = () => (
  <EmptyState
    icon="trophy"
    title={CUPS.none}
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        {CUPS.findOpponent}
      </Link>
    }
  >
    {CUPS.noneWhy}
  </EmptyState>
)

export const CupsFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <LoadFailed title={CUPS.failed} busy={busy} onRetry={onRetry}>
    {CUPS.failedWhy}
  </LoadFailed>
)
