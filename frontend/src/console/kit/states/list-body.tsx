import type { ReactNode } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { EmptyState } from '../../../shared/ui/empty-state.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { errorText } from '../../../shared/api/errors.js'
import { isOffline } from './offline.js'
import styles from './states.module.css'

interface ListBodyProps {
  /** How the call stands, as RTK Query's hooks answer it. */
  query: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown }
  /** What is said when it failed and the server gave no words. */
  failed: string
  /** What is said when there is nothing; null where there is something. */
  empty: string | null
  /** What is awaited, where that takes long by its nature. */
  awaited?: string
  /** The one thing to do about it. */
  emptyAction?: ReactNode
  children: ReactNode
}

/**
 * The place of a list: loading, failed, empty, or the list itself. When the newest call failed, an older answer is not
 * shown in its place: it may be one to other filters.
 */
export function ListBody({ query, failed, empty, awaited = 'Loading…', emptyAction, children }: ListBodyProps) {
  const { data, error, isFetching, refetch } = query
  if (error && (data === undefined || !isFetching)) {
    return (
      <div className={styles.state} role="alert">
        <EmptyState
          icon={isOffline(error) ? 'offline' : 'alert'}
          title={isOffline(error) ? 'No connection' : errorText(error, failed)}
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {isOffline(error) ? 'Check your connection, then try again.' : failed}
        </EmptyState>
      </div>
    )
  }
  if (data === undefined) {
    return (
      <p className={styles.loading} role="status">
        <Spinner /> {awaited}
      </p>
    )
  }
  if (empty !== null) {
    return (
      <div className={styles.state}>
        <EmptyState icon="search" title={empty} action={emptyAction} />
      </div>
    )
  }
  return children
}
