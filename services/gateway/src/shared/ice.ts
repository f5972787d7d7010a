import type { IceServer } from '@kla/proto'
import type { IceServerEntry } from '@kla/proto/web'

export const iceServerEntries = (servers: readonly IceServer[]): IceServerEntry[] =>
  servers.map(({ urls, username, credential }) => (username === '' ? { urls } : { urls, username, credential }))

/** Maps unknown policies to the strict one. */
export const icePolicy = (policy: string): 'all' | 'relay' => (policy === 'all' ? 'all' : 'relay')
