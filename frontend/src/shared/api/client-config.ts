import type { ClientConfig } from '@kla/proto/web'
import { api } from './api.js'

const clientConfigApi = api.injectEndpoints({
  endpoints: (build) => ({
    getClientConfig: build.query<ClientConfig, void>({ query: () => 'api/config' }),
  }),
})

/** What the SPA has to know about where it runs (`GET /api/config`); undefined until it is known. */
export const useClientConfig = (): ClientConfig | undefined => clientConfigApi.useGetClientConfigQuery().data
