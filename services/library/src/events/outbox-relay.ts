import type { Bus, Logger } from '@kla/chassis'
import type { OutboxStore } from '../store/outbox-store.js'

export interface RelayOptions {
  readonly outbox: OutboxStore
  readonly bus: Pick<Bus, 'publishFact' | 'connected'>
  readonly log: Logger
  readonly onSent: (facts: number) => void
}

/** Publishes what the outbox holds. Does not throw: what cannot be sent stays. */
export const createOutboxRelay = ({ outbox, bus, log, onSent }: RelayOptions) =>
  async function relay(): Promise<void> {
    if (!bus.connected()) return
    try {
      let sent: number
      do {
        sent = await outbox.relay((fact) => bus.publishFact(fact.subject, fact.factId, fact.payload))
        onSent(sent)
      } while (sent > 0)
    } catch (error) {
      log.warn({ err: error }, 'the outbox cannot be relayed right now')
    }
  }
