import type { MembersAndGuilds } from '@kla/proto/web'
import { consoleApi } from '../api/console-api.js'

/** Search and page, as `GET /admin/membersandguilddata` takes them; what is empty is left out. */
export type MembersQuery = Readonly<Record<string, string | number>>

export const membersApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    membersAndGuilds: build.query<MembersAndGuilds, MembersQuery>({
      query: (params) => ({ url: 'admin/membersandguilddata', params }),
      providesTags: ['Members'],
    }),
    liftAgeLock: build.mutation<unknown, { id: number; reason: string }>({
      query: ({ id, reason }) => ({ url: `admin/members/${id}/age-lock/lift`, method: 'POST', body: { reason } }),
      invalidatesTags: (_, error) => (error ? [] : ['Members', 'Audit']),
    }),
  }),
})

export const { useMembersAndGuildsQuery, useLiftAgeLockMutation } = membersApi
