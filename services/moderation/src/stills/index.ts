import type { Database, Logger, Metrics } from '@kla/chassis'
import type { Clients } from '../shared/clients.js'
import { createOfferStills } from './offer.js'
import { createStateMetrics, createStateRelay } from './relay.js'
import { createStateStore } from './store.js'

export type { OfferStills } from './offer.js'
export type { StateRelay } from './relay.js'
export { changesStills } from './rules.js'
export { eraseStates, raiseStates } from './store.js'

export interface StillsDeps {
  readonly database: Database
  readonly evidence: Clients['evidence']
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

/**
 * Creates the module that gets places for sealed stills and publishes their reports' states to evidence. Stills never
 * come here.
 */
export function createStills({ database, evidence, metrics, log, now }: StillsDeps) {
  const states = createStateStore(database)
  const relay = createStateRelay({ states, evidence, metrics: createStateMetrics(metrics), log })
  return { offer: createOfferStills({ evidence, states, relay, now }), relay }
}
