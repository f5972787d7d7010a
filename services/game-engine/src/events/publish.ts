import type { Bus } from '@kla/chassis'
import { BattleNews, BattleStarted, subjects } from '@kla/proto'

/** Longer than a server that is there ever takes. */
const FLUSH_WITHIN_MS = 2_000

/** Tells the house. */
export interface EffectPublisher {
  /** Throws when NATS is away. Whether the server has it, `confirm` tells: an answer for each costs as much as the telling. */
  news(news: BattleNews): void
  /** Rejects when it cannot be known that the server has all news told so far. */
  confirm(): Promise<void>
  /** Rejects when it cannot be known that the server has it. */
  started(started: BattleStarted): Promise<void>
}

/** `outages`: how often NATS has been away so far. A connection that came later confirms nothing that was told before. */
export function createEffectPublisher(bus: Bus, outages: () => number): EffectPublisher {
  let confirmed = outages()

  return {
    news(news) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      bus.publish(subjects.roomBattle(news.roomId), BattleNews.encode(news).finish())
    },
    async confirm() {
      const before = confirmed
      confirmed = outages()
      await within(bus.flush())
      if (outages() !== before) throw new Error('NATS was away meanwhile')
    },
    async started(started) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      await bus.publishFact(subjects.factBattleStarted, started.factId, BattleStarted.encode(started).finish())
    },
  }
}

function within(flush: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('NATS did not confirm in time')), FLUSH_WITHIN_MS)
    flush.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
