import type { AdminCupView, TiesPage, Verdict, WatchLink } from '@kla/proto/web'
import { consoleApi, type ListQuery } from './console-api.js'

interface TiePlace {
  cupId: string
  tieId: string
}

const at = ({ cupId, tieId }: TiePlace) => `admin/cups/${encodeURIComponent(cupId)}/ties/${tieId}`

const tiesApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    ties: build.query<TiesPage, ListQuery>({
      query: (params) => ({ url: 'admin/ties', params }),
      providesTags: ['Ties'],
    }),
    /** Refetches after a refusal: the tie may be decided already. */
    judgeTie: build.mutation<AdminCupView, TiePlace & Verdict>({
      query: ({ cupId, tieId, ...body }) => ({ url: `${at({ cupId, tieId })}/verdict`, method: 'POST', body }),
      invalidatesTags: ['Ties', 'Cups'],
    }),
    watchTie: build.mutation<WatchLink, TiePlace>({
      query: (place) => ({ url: `${at(place)}/watch`, method: 'POST' }),
    }),
  }),
})

export const { useTiesQuery, useJudgeTieMutation, useWatchTieMutation } = tiesApi

/** Polls the ties without dimming the list. `next`: cursor of the page after the one asked for. */
export function useLiveTies(params: ListQuery, intervalMs: number) {
  const { currentData, ...query } = useTiesQuery(params, {
    pollingInterval: intervalMs,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  })
  const next = currentData?.next
  return { ...query, next, isFetching: query.isFetching && (currentData === undefined || query.error !== undefined) }
}
