import { KlaError, type Bus, type Logger } from '@kla/chassis'
import type { Outbox } from '../store/outbox.js'
import type { Message, Untold } from '../store/untold.js'

export interface Publisher {
  /** Tells messages in order, then what has come meanwhile. Never rejects: what is not told, a sweep tells later. */
  tell(roomId: string, untold: readonly Untold[]): Promise<void>
  /** Whether anything can be told right now. */
  reachable(): boolean
  /** Resolves when nothing is being told. */
  settled(): Promise<void>
}

export function createPublisher({ bus, outbox, log }: { bus: Bus; outbox: Outbox; log: Logger }): Publisher {
  const underWay = new Set<Promise<void>>()
  // During an outage every room's news fails; one line says so.
  let failing = false

  const publish = async ({ subject, data, factId }: Message): Promise<void> => {
    const bytes = Buffer.from(data, 'base64')
    if (factId !== undefined) return bus.publishFact(subject, factId, bytes)
    if (!bus.connected()) throw new KlaError('UNAVAILABLE')
    bus.publish(subject, bytes)
  }

  const tellAll = async (roomId: string, untold: readonly Untold[]): Promise<void> => {
    for (let rest = untold, last = rest.at(-1); last; last = rest.at(-1)) {
      for (const { messages } of rest) for (const message of messages) await publish(message)
      rest = await outbox.clear(roomId, last.version)
      failing = false
    }
  }

  return {
    tell(roomId, untold) {
      const telling = tellAll(roomId, untold)
        .catch((error: unknown) => {
          if (!failing) log.warn({ err: error }, 'the news of rooms must wait')
          failing = true
        })
        .finally(() => underWay.delete(telling))
      underWay.add(telling)
      return telling
    },
    reachable: () => bus.connected(),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
