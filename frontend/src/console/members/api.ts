import type { MembersAndGuilds } from '@kla/proto/web'
import { consoleApi, type ListQuery } from '../entities/console-api.js'

const membersApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    membersAndGuilds: build.query<MembersAndGuilds, ListQuery>({
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
