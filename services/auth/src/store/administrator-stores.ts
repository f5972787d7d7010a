import type { Database, Redis } from '@kla/chassis'
import type { SessionLife } from '../domain/administrator-session.js'
import { createAdministratorChanges, type AdministratorChanges } from './administrator-changes.js'
import { createAdministratorCredentials, type AdministratorCredentials } from './administrator-credentials.js'
import { createAdministratorSessionStore, type AdministratorSessionStore } from './administrator-session-store.js'
import { createAdministratorStore, type AdministratorStore } from './administrator-store.js'
import { createAdministratorTries, type AdministratorTries } from './administrator-tries.js'

/** All that is kept about administrators. */
export interface AdministratorStores {
  readonly administrators: AdministratorStore
  readonly changes: AdministratorChanges
  readonly credentials: AdministratorCredentials
  readonly sessions: AdministratorSessionStore
  readonly tries: AdministratorTries
}

export const createAdministratorStores = (options: {
  database: Database
  redis: Redis
  redisPrefix: string
  life: SessionLife
}): AdministratorStores => ({
  administrators: createAdministratorStore(options.database),
  changes: createAdministratorChanges(options.database),
  credentials: createAdministratorCredentials(options.database),
  sessions: createAdministratorSessionStore(options.database, options.life),
  tries: createAdministratorTries(options.redis, options.redisPrefix),
})
