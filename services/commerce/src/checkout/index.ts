import type { Database, Handlers, Logger } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import type { ApplyNotices, Providers } from '../payments/index.js'
import type { CommerceMetrics } from '../shared/metrics.js'
import { checkoutHandlers } from './rpc.js'
import { createOrderStore } from './store.js'
import { createGiveUpOrders } from './timers.js'

export interface CheckoutDeps {
  readonly database: Database
  readonly providers: Providers
  readonly applyNotices: ApplyNotices
  readonly onSale: () => Promise<readonly number[]>
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly metrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
}

export interface Checkout {
  readonly handlers: Pick<
    Handlers<typeof CommerceServiceService>,
    'createCheckout' | 'verifyCheckout' | 'getCheckoutForm' | 'listOrders'
  >
  readonly giveUpOrders: () => Promise<void>
}

export function createCheckout({ database, ...deps }: CheckoutDeps): Checkout {
  const orders = createOrderStore(database)
  return {
    handlers: checkoutHandlers({ ...deps, orders }),
    giveUpOrders: createGiveUpOrders({ ...deps, orders }),
  }
}
