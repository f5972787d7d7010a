import type { Database, Logger, Metrics } from '@kla/chassis'
import type { Clients } from '../shared/clients.js'
import { createOfferStills } from './offer.js'
import { createStateMetrics, createStateRelay } from './relay.js'
import { createStateStore } from './store.js'

export type { OfferStills } from './offer.js'
export type { StateRelay } from './relay.js'
export { changesStills } from './rules.js'
export { eraseStates, bumpStateVersions } from './store.js'

/** What `createStills` needs, with evidence's client. */
export interface StillsDeps {
  readonly database: Database
  readonly evidence: Clients['evidence']
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

/** Reserves places for sealed stills, which never come here. */
export function createStills({ database, evidence, metrics, log, now }: StillsDeps) {
  const states = createStateStore(database)
  const relay = createStateRelay({ states, evidence, metrics: createStateMetrics(metrics), log })
  return { offer: createOfferStills({ evidence, states, relay, now }), relay }
}
