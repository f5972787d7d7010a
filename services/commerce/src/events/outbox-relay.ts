import type { Bus } from '@kla/chassis'
import type { CommerceMetrics } from '../metrics.js'
import type { OutboxStore } from '../store/outbox-store.js'

export interface OutboxRelayOptions {
  readonly outbox: Pick<OutboxStore, 'relay'>
  readonly bus: Pick<Bus, 'publishFact' | 'connected'>
  readonly metrics: CommerceMetrics
}

/** Publishes what the outbox holds; what cannot be sent stays. */
export const createOutboxRelay =
  ({ outbox, bus, metrics }: OutboxRelayOptions) =>
  async (): Promise<void> => {
    if (!bus.connected()) return
    let sent: number
    do {
      sent = await outbox.relay((fact) => bus.publishFact(fact.subject, fact.factId, fact.payload))
      metrics.outboxSent.inc(sent)
    } while (sent > 0)
  }
