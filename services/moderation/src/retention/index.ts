import type { Database, Logger } from '@kla/chassis'
import { holdHandlers } from './rpc.js'
import type { Retention } from './rules.js'
import { createErasingStore, createHoldStore } from './store.js'
import { createEraseHidden } from './timers.js'

export { eraseAfter, type Retention } from './rules.js'

export interface RetentionDeps {
  readonly database: Database
  readonly retention: Retention
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Holds on reports and bans, and the sweep that erases deleted ones after their time. */
export const createRetention = ({ database, retention, log, now }: RetentionDeps) => ({
  handlers: holdHandlers({ holds: createHoldStore(database), now }),
  erase: createEraseHidden({ erasing: createErasingStore(database), retention, log, now }),
})
