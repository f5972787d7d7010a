import { KlaError } from '@kla/chassis'
import { checkoutOrder } from '../payments/checkout-order.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { ownedOrder } from './owned-order.js'

/** The receipt's e-mail is not kept, so the form carries none and the provider's page asks for it. */
const NO_EMAIL = ''

export const getCheckoutForm =
  ({ orders, providers, publicUrl }: Dependencies): CommerceHandlers['getCheckoutForm'] =>
  async ({ sessionId }, call) => {
    const { accountId } = await call.principal()
    const order = await ownedOrder(orders, sessionId, accountId)
    const provider = providers.find(order.provider)
    // An order that is paid must not be paid again.
    if (!provider?.checkoutForm || order.status !== 'open') throw new KlaError('ORDER_NOT_FOUND')
    const { action, fields } = provider.checkoutForm(checkoutOrder(order, publicUrl, NO_EMAIL))
    return { action, fields: [...fields] }
  }
