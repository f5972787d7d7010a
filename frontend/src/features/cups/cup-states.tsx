import { Link } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { CUP } from '../../texts/cup.js'
import styles from './cups.module.css'

export const CupFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    wholeScreen
    icon="offline"
    title={CUP.failed}
    action={
      <Button busy={busy} onClick={onRetry}>
        {CUP.tryAgain}
      </Button>
    }
  >
    {CUP.failedWhy}
  </EmptyState>
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
