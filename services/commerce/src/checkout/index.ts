import type { Database } from '@kla/chassis'
import { type CheckoutHandlers, checkoutHandlers, type RpcDeps } from './rpc.js'
import { createOrderStore } from './store.js'
import { createGiveUpOrders, type GiveUpOrdersDeps } from './timers.js'

export interface CheckoutDeps extends Omit<RpcDeps & GiveUpOrdersDeps, 'orders'> {
  readonly database: Database
}

export interface Checkout {
  readonly handlers: CheckoutHandlers
  readonly giveUpOrders: () => Promise<void>
}

/** What is on sale, and orders until they are paid or given up. */
export function createCheckout({ database, ...deps }: CheckoutDeps): Checkout {
  const orders = createOrderStore(database)
  return {
    handlers: checkoutHandlers({ ...deps, orders }),
    giveUpOrders: createGiveUpOrders({ ...deps, orders }),
  }
}
