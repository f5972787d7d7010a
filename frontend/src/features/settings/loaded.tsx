import type { ReactNode } from 'react'
import { LoadFailed } from '../../shared/ui/load-failed.js'
import { Skeleton } from '../../shared/ui/skeleton.js'

interface LoadedProps<Data> {
  query: {
    readonly data?: Data | undefined
    readonly isError: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  texts: {
    readonly loading: string
    readonly failed: string
    /** What still holds although it could not be loaded. */
    readonly safe?: string
  }
  /** Height of the content, so that little moves. */
  height: string
  children: (data: Data) => ReactNode
}

/** Shows data, or that it is loading, or that it failed with a way to try again. */
export function Loaded<Data extends object>({ query, texts, height, children }: LoadedProps<Data>) {
  const { data, isError, isFetching, refetch } = query
  if (data !== undefined) return <>{children(data)}</>
  if (!isError) {
    return (
      <div role="status">
        <span className="visually-hidden">{texts.loading}</span>
        <Skeleton height={height} />
      </div>
    )
  }
  return (
    <div role="alert">
      <LoadFailed title={texts.failed} busy={isFetching} onRetry={() => void refetch()}>
        {texts.safe}
      </LoadFailed>
    </div>
  )
}
