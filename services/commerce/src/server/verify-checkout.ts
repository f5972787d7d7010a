import { KlaError } from '@kla/chassis'
import type { Order } from '../domain/index.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { ownedOrder } from './owned-order.js'

export const verifyCheckout =
  (dependencies: Dependencies): CommerceHandlers['verifyCheckout'] =>
  async ({ sessionId }, call) => {
    const { accountId } = await call.principal()
    const order = await ownedOrder(dependencies.orders, sessionId, accountId)
    // What was granted needs no asking, and is told while the provider is away as well.
    const granted = order.granted || (await grantedNow(dependencies, order, sessionId))
    return { paymentStatus: granted ? 'paid' : 'unpaid', amountTotal: order.totalCents }
  }

async function grantedNow({ orders, providers, fulfil }: Dependencies, order: Order, sessionId: string): Promise<boolean> {
  const provider = providers.find(order.provider)
  if (!provider) throw new KlaError('PAYMENTS_UNAVAILABLE')
  const notice = await provider.readCheckout(sessionId)
  if (notice) await fulfil(provider.name, [{ ...notice, order: { ...notice.order, orderId: order.id } }])
  return (await ownedOrder(orders, sessionId, order.accountId)).granted
}
