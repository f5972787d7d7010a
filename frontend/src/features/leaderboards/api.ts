import type { Leaderboard, LeaderboardEntry, LeaderboardMode } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type { Leaderboard, LeaderboardEntry }

interface LeaderboardChoice {
  mode: LeaderboardMode
  season: string
}

const leaderboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    leaderboard: build.query<Leaderboard, LeaderboardChoice>({
      query: (params) => ({ url: 'api/leaderboard', params: { ...params } }),
    }),
  }),
})

export const { useLeaderboardQuery } = leaderboardApi
