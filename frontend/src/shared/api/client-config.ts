import type { ClientConfig } from '@kla/proto/web'
import { api } from './api.js'

const clientConfigApi = api.injectEndpoints({
  endpoints: (build) => ({
    getClientConfig: build.query<ClientConfig, void>({ query: () => 'api/config' }),
  }),
})

export const useClientConfig = (): ClientConfig | undefined => clientConfigApi.useGetClientConfigQuery().data
