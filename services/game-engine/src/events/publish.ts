import type { Bus } from '@kla/chassis'
import { BattleNews, BattleStarted, subjects } from '@kla/proto'

/** Longer than a server that is there ever takes. */
const FLUSH_WITHIN_MS = 2_000
/** What is told within this time is confirmed together: an answer for each of them costs as much as the telling. */
const CONFIRM_EVERY_MS = 50

/** Tells the house. Both reject when it cannot be known that the message has reached the server. */
export interface EffectPublisher {
  news(news: BattleNews): Promise<void>
  started(started: BattleStarted): Promise<void>
}

/** `outages`: how often NATS has been away so far. A connection that came later confirms nothing that was told before. */
export function createEffectPublisher(bus: Bus, outages: () => number): EffectPublisher {
  let confirming: Promise<void> | undefined

  async function confirm(): Promise<void> {
    const before = outages()
    await new Promise((resolve) => setTimeout(resolve, CONFIRM_EVERY_MS))
    confirming = undefined
    await within(bus.flush())
    if (outages() !== before) throw new Error('NATS was away meanwhile')
  }

  return {
    async news(news) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      bus.publish(subjects.roomBattle(news.roomId), BattleNews.encode(news).finish())
      await (confirming ??= confirm())
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
