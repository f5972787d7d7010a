import type { OutboxFact } from '@kla/chassis'
import { OrderPaid, OrderReversed, subjects } from '@kla/proto'
import type { Order, OrderNews } from '../domain/index.js'

/** What other services are told of an order, as it is published. `revision` is the order's after the change. */
export function factOf({ id, accountId, totalCents }: Order, revision: number, news: OrderNews): OutboxFact {
  const about = { factId: `${id}:${news.kind}:${revision}`, orderId: id, accountId }
  if (news.kind === 'paid') {
    const payload = OrderPaid.encode({ ...about, totalCents }).finish()
    return { subject: subjects.factOrderPaid, factId: about.factId, payload }
  }
  const { why, unitsWithdrawn, unitsSpent } = news
  const payload = OrderReversed.encode({ ...about, why, unitsWithdrawn, unitsSpent }).finish()
  return { subject: subjects.factOrderReversed, factId: about.factId, payload }
}
