import type { OwnBans } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

/** A ban in force against this player. */
export type OwnBan = OwnBans['bans'][number]

export const bansApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownBans: build.query<OwnBan[], void>({
      query: () => 'user/bans',
      transformResponse: (answer: OwnBans) => answer.bans,
      providesTags: ['Bans'],
    }),
  }),
})

export const { useOwnBansQuery } = bansApi
