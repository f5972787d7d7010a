import { Link } from 'react-router'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { PATHS } from '../../shared/config/paths.js'
import styles from './leaderboards.module.css'

/** As many as a screen has. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

export const BoardLoading = () => (
  <div className={styles.loading} role="status">
    <span className="visually-hidden">Loading the leaderboard…</span>
    {PLACES.map((place) => (
      <Skeleton key={place} height="3.5rem" />
    ))}
  </div>
)

export const BoardEmpty = () => (
  <EmptyState
    icon="signal"
    title="Nobody is on this list yet"
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        Find an opponent
      </Link>
    }
  >
    The first place is free.
  </EmptyState>
)

/** An empty list, as the specification asks for, and a way out of it. */
export const BoardFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon="offline"
    title="There is nothing to show"
    action={
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    The leaderboard could not be loaded.
  </EmptyState>
)
