import type { ClientConfig } from '@kla/proto/web'
import { consoleApi } from '../api/console-api.js'

const configApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    clientConfig: build.query<ClientConfig, void>({ query: () => 'api/config' }),
  }),
})

/** Where the login provider keeps pictures; undefined while that is not known. */
export const useAvatarBaseUrl = (): string | undefined =>
  configApi.useClientConfigQuery(undefined, { refetchOnMountOrArgChange: false }).data?.avatarBaseUrl
