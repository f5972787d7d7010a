import type { ClientConfig } from '@kla/proto/web'
import { consoleApi } from './console-api.js'

const configApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    clientConfig: build.query<ClientConfig, void>({ query: () => 'api/config' }),
  }),
})

/** Address of the login provider's images; undefined until known. */
export const useAvatarBaseUrl = (): string | undefined =>
  configApi.useClientConfigQuery(undefined, { refetchOnMountOrArgChange: false }).data?.avatarBaseUrl

const SIZE = 128

/** Null without an avatar or base address. */
export const avatarUrl = (baseUrl: string | undefined, discordId: string, hash: string | null): string | null =>
  baseUrl && hash && discordId ? `${baseUrl}/avatars/${discordId}/${hash}.png?size=${SIZE}` : null
