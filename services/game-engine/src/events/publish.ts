import type { Bus } from '@kla/chassis'
import { BattleNews, BattleStarted, subjects } from '@kla/proto'

/** Longer than a server that is there ever takes. */
const FLUSH_WITHIN_MS = 2_000

/** Tells the house. Both reject when it cannot be known that the message has reached the server. */
export interface EffectPublisher {
  news(news: BattleNews): Promise<void>
  started(started: BattleStarted): Promise<void>
}

export function createEffectPublisher(bus: Bus): EffectPublisher {
  let flushing: Promise<void> | undefined
  /** Starts when the current turn of the event loop is over, so that one flush serves all that it published. */
  const flushed = (): Promise<void> => {
    flushing ??= Promise.resolve().then(() => {
      flushing = undefined
      return within(bus.flush())
    })
    return flushing
  }

  return {
    async news(news) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      bus.publish(subjects.roomBattle(news.roomId), BattleNews.encode(news).finish())
      await flushed()
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
