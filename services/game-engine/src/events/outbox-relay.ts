import type { Bus, Logger } from '@kla/chassis'
import type { EngineMetrics } from '../metrics.js'
import type { OutboxStore } from '../store/outbox-store.js'

/** Publishes what the outbox holds. Does not throw: what cannot be sent stays. */
export const createOutboxRelay = (options: {
  outbox: OutboxStore
  bus: Pick<Bus, 'publishFact' | 'connected'>
  metrics: EngineMetrics
  log: Logger
}) =>
  async function relay(): Promise<void> {
    const { outbox, bus, metrics, log } = options
    if (!bus.connected()) return
    try {
      let sent: number
      do {
        sent = await outbox.relay((fact) => bus.publishFact(fact.subject, fact.factId, fact.payload))
        metrics.outboxSent.inc(sent)
      } while (sent > 0)
    } catch (error) {
      log.warn({ err: error }, 'the outbox cannot be relayed right now')
    }
  }
