import type { ClientConfig, MembersAndGuilds } from '@kla/proto/web'
import { consoleApi } from '../entities/console-api.js'

/** Search and page, as `GET /admin/membersandguilddata` takes them; what is empty is left out. */
type MembersQuery = Readonly<Record<string, string | number>>

const membersApi = consoleApi.injectEndpoints({
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

const configApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    clientConfig: build.query<ClientConfig, void>({ query: () => 'api/config' }),
  }),
})

/** Where the login provider keeps pictures; undefined while that is not known. */
export const useAvatarBaseUrl = (): string | undefined =>
  configApi.useClientConfigQuery(undefined, { refetchOnMountOrArgChange: false }).data?.avatarBaseUrl
