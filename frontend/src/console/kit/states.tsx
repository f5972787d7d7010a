import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { errorText, isSignedOut } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { toastError } from '../../shared/ui/toast.js'
import styles from './states.module.css'

interface ListQuery {
  data?: unknown
  error?: unknown
  isFetching: boolean
}

/** Error shown in place of a list: older data may be of other filters. An ended session hides nothing. */
export const hidingError = ({ data, error, isFetching }: ListQuery): unknown =>
  isSignedOut(error) || (data !== undefined && isFetching) ? undefined : error

interface ListBodyProps {
  query: ListQuery & { refetch: () => unknown }
  failed: string
  empty: string | null
  awaited?: string
  emptyAction?: ReactNode
  children: ReactNode
}

export function ListBody({ query, failed, empty, awaited = 'Loading…', emptyAction, children }: ListBodyProps) {
  const { data, isFetching, refetch } = query
  const error = hidingError(query)
  if (error) {
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

/** Shows the server's message, or `fallback`. */
export function useErrorToast(error: unknown, fallback: string) {
  useEffect(() => {
    if (error && !isSignedOut(error)) toastError(errorText(error, fallback))
  }, [error, fallback])
}

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return (
    <p className={styles.bar} role="alert">
      <Icon name="offline" /> You&apos;re offline. What you see may be out of date, and changes aren&apos;t saved.
    </p>
  )
}

/** True if the request never reached the server. */
export const isOffline = (error: unknown): boolean => {
  const status = (error as { status?: unknown } | undefined)?.status
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR'
}

export const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.notice} role="note">
    <strong>{title}</strong>
    <p>{children}</p>
  </div>
)
