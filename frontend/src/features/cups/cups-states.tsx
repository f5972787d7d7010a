import { Link } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import styles from './cups.module.css'

const PLACES = [1, 2, 3, 4, 5]

export const CupsLoading = () => (
  <div className={styles.list} role="status">
    <span className="visually-hidden">Loading the cups…</span>
    {PLACES.map((place) => (
      <Skeleton key={place} height="5.5rem" />
    ))}
  </div>
)

export const NoCups = () => (
  <EmptyState
    icon="trophy"
    title="No cups yet"
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        Find an opponent
      </Link>
    }
  >
    The next one appears here as soon as it is announced.
  </EmptyState>
)

interface Failed {
  busy: boolean
  onRetry: () => void
}

export const CupsFailed = ({ busy, onRetry }: Failed) => (
  <EmptyState
    icon="offline"
    title="We couldn't load the cups"
    action={
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    We can’t reach that part of Kla right now.
  </EmptyState>
)

export const CupFailed = ({ busy, onRetry }: Failed) => (
  <EmptyState
    wholeScreen
    icon="offline"
    title="We couldn't load this cup"
    action={
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    The cup is still running. Try again in a moment.
  </EmptyState>
)

export const NoSuchCup = () => (
  <EmptyState
    wholeScreen
    icon="search"
    title="We can't find this cup."
    action={
      <Link className={buttonClass()} to={PATHS.cups}>
        See all cups
      </Link>
    }
  >
    The link may be old or incomplete.
  </EmptyState>
)

export const CupLoading = () => (
  <div className={styles.page} role="status">
    <span className="visually-hidden">Loading the cup…</span>
    <Skeleton height="5rem" width="60%" />
    <Skeleton height="24rem" />
  </div>
)
