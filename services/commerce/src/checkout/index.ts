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
  /** Ids of the items that can be bought now. */
  readonly onSale: () => Promise<readonly number[]>
  /** The site's address, without a trailing slash. */
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
  /** A sweep that cancels orders which were never paid. */
  readonly giveUpOrders: () => Promise<void>
}

/** Orders, from the cart to the provider's page and back. */
export function createCheckout({ database, ...deps }: CheckoutDeps): Checkout {
  const orders = createOrderStore(database)
  return {
    handlers: checkoutHandlers({ ...deps, orders }),
    giveUpOrders: createGiveUpOrders({ ...deps, orders }),
  }
}
