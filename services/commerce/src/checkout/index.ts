import type { Handlers } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import { listCatalogue } from '../catalogue/index.js'
import type { HoldStore } from '../ledger/hold-store.js'
import { getInventory, giftItems, holdItem, settleHold } from '../ledger/rpc.js'
import type { LedgerStore } from '../ledger/store.js'
import { type Fulfil, receiveNotification } from '../payments/notifications.js'
import type { Providers } from '../payments/payment-provider.js'
import type { CommerceMetrics } from '../shared/metrics.js'
import { createCheckout, getCheckoutForm, listOrders, verifyCheckout } from './rpc.js'
import type { OrderStore } from './store.js'

export const createHandlers = (dependencies: Dependencies): CommerceHandlers => ({
  listCatalogue: listCatalogue(dependencies),
  createCheckout: createCheckout(dependencies),
  verifyCheckout: verifyCheckout(dependencies),
  getCheckoutForm: getCheckoutForm(dependencies),
  receiveNotification: receiveNotification(dependencies),
  getInventory: getInventory(dependencies),
  listOrders: listOrders(dependencies),
  holdItem: holdItem(dependencies),
  settleHold: settleHold(dependencies),
  giftItems: giftItems(dependencies),
})

export type CommerceHandlers = Handlers<typeof CommerceServiceService>

/** What the RPCs work with. */
export interface Dependencies {
  readonly orders: OrderStore
  readonly ledger: Pick<LedgerStore, 'available' | 'give'>
  readonly holds: Pick<HoldStore, 'hold' | 'settle'>
  readonly providers: Providers
  readonly fulfil: Fulfil
  readonly metrics: CommerceMetrics
  /** Ids of what can be bought now. */
  readonly onSale: () => Promise<readonly number[]>
  /** The site's address, without a slash at the end. */
  readonly publicUrl: string
  readonly now: () => number
}
