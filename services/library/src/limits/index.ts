import type { Database, Handlers } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import { limitsHandlers } from './rpc.js'
import { createLimitsStore } from './store.js'

/** RPC handlers of the limits cards. */
export interface LimitsCards {
  readonly handlers: Pick<Handlers<typeof LibraryServiceService>, keyof ReturnType<typeof limitsHandlers>>
}

export interface LimitsDeps {
  readonly database: Database
  readonly key: Buffer
  readonly now: () => number
}

export const createLimits = ({ database, ...drawing }: LimitsDeps): LimitsCards => ({
  handlers: limitsHandlers(createLimitsStore(database), drawing),
})
