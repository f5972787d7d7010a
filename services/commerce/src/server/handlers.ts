import { createCheckout } from './create-checkout.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { getCheckoutForm } from './get-checkout-form.js'
import { getInventory } from './get-inventory.js'
import { giftItems } from './gift-items.js'
import { holdItem } from './hold-item.js'
import { listCatalogue } from './list-catalogue.js'
import { listOrders } from './list-orders.js'
import { receiveNotification } from './receive-notification.js'
import { settleHold } from './settle-hold.js'
import { verifyCheckout } from './verify-checkout.js'

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
