import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'

interface LoadedProps<Data> {
  query: {
    readonly data?: Data | undefined
    readonly isError: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  /** What is loaded, as in "We couldn't load your limits". */
  what: string
  /** Height of the content, so that little moves. */
  height: string
  /** What still holds although it could not be loaded. */
  reassurance?: string
  children: (data: Data) => ReactNode
}

/** Shows data, or that it is loading, or that it failed with a way to try again. */
export function Loaded<Data extends object>({ query, what, height, reassurance, children }: LoadedProps<Data>) {
  const { data, isError, isFetching, refetch } = query
  if (data !== undefined) return <>{children(data)}</>
  if (!isError) {
    return (
      <div role="status">
        <span className="visually-hidden">Loading {what}…</span>
        <Skeleton height={height} />
      </div>
    )
  }
  return (
    <div role="alert">
      <EmptyState
        icon="offline"
        title={`We couldn't load ${what}`}
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {reassurance}
      </EmptyState>
    </div>
  )
}
