import type { Database, Logger, Metrics } from '@kla/chassis'
import type { AuditRecorder } from '../audit/index.js'
import type { MailOutbox } from '../mails/index.js'
import type { Retention } from '../retention/index.js'
import type { Accounts, Clients } from '../shared/clients.js'
import { createBanChanges } from './changes.js'
import { createRelay, createRelayMetrics } from './relay.js'
import { banHandlers } from './rpc.js'
import { createBanStore, createRestrictionStore } from './store.js'

export { banToProto, notDone } from './rpc.js'
export {
  type Ban,
  type BanOrder,
  type Change,
  decideBan,
  type Expected as ExpectedBan,
  isInForce,
  readExpected,
} from './rules.js'
export { type BanStore, type LockedBans, lockBans } from './store.js'
export type { Relay } from './relay.js'

/** What `createBans` needs from other modules. */
export interface BansDeps {
  readonly database: Database
  readonly mails: MailOutbox
  readonly auth: Pick<Clients['auth'], 'putRestrictions'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

export function createBans({ database, mails, auth, metrics, log, ...deps }: BansDeps) {
  const restrictions = createRestrictionStore(database)
  const relay = createRelay({ restrictions, auth, metrics: createRelayMetrics(metrics), log, now: deps.now })
  const store = createBanStore(database, mails)
  return {
    handlers: banHandlers({ ...deps, changes: createBanChanges(store), store, relay }),
    store,
    publish: relay.publish,
    relay: () => relay.round(),
  }
}
