import { useTiesQuery, type TiesQuery } from './ties-api.js'

/** Ties that are asked for again and again; one that is asked for in between does not dim the list. */
export function useLiveTies(params: TiesQuery, intervalMs: number) {
  const { currentData, ...query } = useTiesQuery(params, {
    pollingInterval: intervalMs,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  })
  return { ...query, isFetching: query.isFetching && (currentData === undefined || query.error !== undefined) }
}
