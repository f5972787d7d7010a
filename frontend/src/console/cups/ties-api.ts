import type { CupView, TiesPage, Verdict, WatchLink } from '@kla/proto/web'
import { consoleApi } from '../api/console-api.js'

export type TiesQuery = Readonly<Record<string, string | number>>

/** Where a tie is. */
export interface TiePlace {
  cupId: string
  tieId: string
}

const at = ({ cupId, tieId }: TiePlace) => `admin/cups/${encodeURIComponent(cupId)}/ties/${tieId}`

export const tiesApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    ties: build.query<TiesPage, TiesQuery>({
      query: (params) => ({ url: 'admin/ties', params }),
      providesTags: ['Ties'],
    }),
    /** A refusal may mean that the tie was decided meanwhile: the lists are asked for again then too. */
    judgeTie: build.mutation<CupView, TiePlace & Verdict>({
      query: ({ cupId, tieId, ...body }) => ({ url: `${at({ cupId, tieId })}/verdict`, method: 'POST', body }),
      invalidatesTags: ['Ties', 'Cups'],
    }),
    watchTie: build.mutation<WatchLink, TiePlace>({
      query: (place) => ({ url: `${at(place)}/watch`, method: 'POST' }),
    }),
  }),
})

export const { useTiesQuery, useJudgeTieMutation, useWatchTieMutation } = tiesApi
