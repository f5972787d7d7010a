import { Link } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { LoadFailed } from '../../shared/ui/load-failed.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { CUP } from '../../texts/cup.js'
import styles from './cups.module.css'

export const CupFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <LoadFailed wholeScreen title={CUP.failed} busy={busy} onRetry={onRetry}>
    {CUP.failedWhy}
  </LoadFailed>
)

export const NoSuchCup = () => (
  <EmptyState
    wholeScreen
    icon="search"
    title={CUP.unknown}
    action={
      <Link className={buttonClass()} to={PATHS.cups}>
        {CUP.seeAll}
      </Link>
    }
  >
    {CUP.unknownWhy}
  </EmptyState>
)

export const CupLoading = () => (
  <div className={styles.page} role="status">
    <span className="visually-hidden">{CUP.loading}</span>
    <Skeleton height="5rem" width="60%" />
    <Skeleton height="24rem" />
  </div>
)
