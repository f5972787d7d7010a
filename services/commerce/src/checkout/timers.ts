import type { Logger } from '@kla/chassis'
import type { ApplyNotices, Providers } from '../payments/index.js'
import type { Order } from '../shared/rules.js'
import { ABANDONED_AFTER_MS } from './rules.js'
import type { OrderStore } from './store.js'

const BATCH = 100

export interface CancelOverdueOrdersDeps {
  readonly orders: Pick<OrderStore, 'openSince'>
  readonly providers: Providers
  readonly applyNotices: ApplyNotices
  readonly log: Logger
  readonly now: () => number
}

/** Cancels overdue orders; asks the provider first, as notifications get lost. */
export function createCancelOverdueOrders({
  orders,
  providers,
  applyNotices,
  log,
  now,
}: CancelOverdueOrdersDeps): () => Promise<void> {
  async function cancel({ id, provider, sessionId }: Order): Promise<void> {
    const found = sessionId === undefined ? undefined : await providers.find(provider)?.readCheckout(sessionId)
    if (found) await applyNotices(provider, [{ ...found, order: { ...found.order, orderId: id } }])
    await applyNotices(provider, [{ kind: 'cancelled', eventId: `given-up:${id}`, order: { orderId: id } }])
  }

  // Failed orders must not block later ones.
  let skip = 0
  return async () => {
    const failures: unknown[] = []
    const old = await orders.openSince(now() - ABANDONED_AFTER_MS, BATCH, skip)
    for (const order of old) {
      await cancel(order).catch((error: unknown) => failures.push(error))
    }
    skip = old.length < BATCH ? 0 : skip + failures.length
    if (failures.length > 0) log.warn({ err: failures[0], orders: failures.length }, 'old orders are left for later')
  }
}
