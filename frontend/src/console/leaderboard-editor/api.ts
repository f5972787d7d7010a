import type { CorrectionRequest, CorrectionsPage, CorrectionView, StandingsPage } from '@kla/proto/web'
import { consoleApi, type ListQuery } from '../entities/console-api.js'
import { type Figures, figuresIn } from './correction.js'

interface FiguresQuery {
  userId: number
  season: string
}

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
    /** Figures of one account now, or none counted yet. */
    figures: build.query<Figures, FiguresQuery>({
      query: ({ userId, season }) => ({ url: 'admin/leaderboard', params: { season, userId, page: 1 } }),
      transformResponse: ({ results }: StandingsPage, _, { userId }) => figuresIn(results, userId),
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

export const {
  useStandingsQuery,
  useFiguresQuery,
  useCorrectionsQuery,
  useCorrectStandingMutation,
  useReverseCorrectionMutation,
} = standingsApi
