import type { CorrectionRequest, CorrectionsPage, CorrectionView, StandingsPage } from '@kla/proto/web'
import { consoleApi, type ListQuery } from '../entities/console-api.js'

interface CorrectionsQuery {
  userId: number | null
  /** Page by its number or cursor. */
  rows: ListQuery
}

const changesStandings = (_: unknown, error: unknown) => (error ? [] : (['Standings', 'Corrections'] as const))

const standingsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    standings: build.query<StandingsPage, ListQuery>({
      query: (params) => ({ url: 'admin/leaderboard', params }),
      providesTags: ['Standings'],
    }),
    corrections: build.query<CorrectionsPage, CorrectionsQuery>({
      query: ({ userId, rows }) => ({
        url: 'admin/leaderboard/corrections',
        params: { ...rows, ...(userId !== null && { userId }) },
      }),
      providesTags: ['Corrections'],
    }),
    correctStanding: build.mutation<CorrectionView, CorrectionRequest>({
      query: (body) => ({ url: 'admin/leaderboard/corrections', method: 'POST', body }),
      invalidatesTags: changesStandings,
    }),
    reverseCorrection: build.mutation<CorrectionView, { id: string; reason: string }>({
      query: ({ id, reason }) => ({
        url: `admin/leaderboard/corrections/${id}/reverse`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: changesStandings,
    }),
  }),
})

export const { useStandingsQuery, useCorrectionsQuery, useCorrectStandingMutation, useReverseCorrectionMutation } =
  standingsApi
