import type { Database, Handlers } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import { limitsHandlers } from './rpc.js'
import { createLimitsStore } from './store.js'

export interface LimitsCards {
  readonly handlers: Pick<Handlers<typeof LibraryServiceService>, keyof ReturnType<typeof limitsHandlers>>
}

export interface LimitsDeps {
  readonly database: Database
  /** Key for drawing decoys. */
  readonly key: Buffer
  readonly now: () => number
}

/** Creates the module for acts that players never want to be dealt, or would rather not. */
export const createLimits = ({ database, ...drawing }: LimitsDeps): LimitsCards => ({
  handlers: limitsHandlers(createLimitsStore(database), drawing),
})
