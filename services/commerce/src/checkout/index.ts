import type { Database } from '@kla/chassis'
import { type CheckoutHandlers, checkoutHandlers, type RpcDeps } from './rpc.js'
import { createOrderStore } from './store.js'
import { type CancelOverdueOrdersDeps, createCancelOverdueOrders } from './timers.js'

export { orderToProto } from './rpc.js'
export { createOrderStore } from './store.js'

/** What `createCheckout` needs: providers, catalogue and settings. */
export interface CheckoutDeps extends Omit<RpcDeps & CancelOverdueOrdersDeps, 'orders'> {
  readonly database: Database
}

/** Handlers of the shop, and its timer. */
export interface Checkout {
  readonly handlers: CheckoutHandlers
  readonly cancelOverdueOrders: () => Promise<void>
}

/** Creates the shop, with orders until payment. */
export function createCheckout({ database, ...deps }: CheckoutDeps): Checkout {
  const orders = createOrderStore(database)
  return {
    handlers: checkoutHandlers({ ...deps, orders }),
    cancelOverdueOrders: createCancelOverdueOrders({ ...deps, orders }),
  }
}
