import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isLost, NO_FAULTS, type Faults } from './faults.js'
import { post, type Post } from './post.js'

/** Something that the merchant is to be told. */
export interface Notification {
  readonly eventId: string
  readonly type: string
  /** One attempt, signed with the time at which it is made. */
  attempt(nowMs: number): Post
}

/** How the telling went. */
export interface Delivery {
  readonly eventId: string
  readonly type: string
  attempts: number
  /** The status of each attempt that was answered. */
  readonly statuses: number[]
  state: 'waiting' | 'delivered' | 'lost' | 'given up'
}

export interface Retry {
  /** Before the second attempt; doubled before each further one. */
  readonly firstMs: number
  readonly maxMs: number
  readonly attempts: number
}

export interface DeliveryOptions {
  /** Where notifications go; absent until `sendTo` says it. */
  readonly notificationUrl?: string
  readonly retry?: Partial<Retry>
  readonly faults?: Partial<Faults>
  readonly now?: () => number
  readonly random?: () => number
}

export interface Deliveries {
  readonly faults: Faults
  sendTo(url: string): void
  setFaults(faults: Partial<Faults>): void
  /** Begins to deliver; resolves when each first attempt is over. */
  deliver(notifications: readonly Notification[]): Promise<void>
  /** Delivers once more, also what was lost: one event, or all. Resolves like `deliver`; false for an unknown event. */
  redeliver(eventId?: string): Promise<boolean>
  list(): readonly Delivery[]
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

const ATTEMPT_MS = 10_000
const RETRY: Retry = { firstMs: 500, maxMs: 60_000, attempts: 20 }

/** Delivers notifications until they are taken, with the faults that a test asks for. */
export function createDeliveries(options: DeliveryOptions): Deliveries {
  const { now = Date.now, random = Math.random } = options
  const retry = { ...RETRY, ...options.retry }
  const known = new Map<string, { notification: Notification; delivery: Delivery }>()
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  // As many as there are deliveries under way.
  setMaxListeners(0, closing.signal)
  let faults: Faults = { ...NO_FAULTS, ...options.faults }
  let target = options.notificationUrl

  async function attempt(notification: Notification, delivery: Delivery): Promise<boolean> {
    delivery.attempts += 1
    if (target === undefined) return false
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ATTEMPT_MS)])
      const status = await post(target, notification.attempt(now()), signal)
      delivery.statuses.push(status)
      if (status < 200 || status > 299) return false
      delivery.state = 'delivered'
      return true
    } catch {
      return false
    }
  }

  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal })

  /** Attempts until one is taken. `onFirst` hears when the first is over. */
  async function insist(notification: Notification, delivery: Delivery, onFirst: () => void): Promise<void> {
    await wait(faults.delayMs + faults.shuffleMs * random())
    for (let attempts = 1, backoffMs = retry.firstMs; ; attempts += 1, backoffMs *= 2) {
      const taken = await attempt(notification, delivery)
      onFirst()
      if (taken) return
      if (attempts === retry.attempts) break
      await wait(Math.min(backoffMs, retry.maxMs))
    }
    if (delivery.state === 'waiting') delivery.state = 'given up'
  }

  function begin(notification: Notification, delivery: Delivery): Promise<void> {
    return new Promise((resolve) => {
      // Nobody waits any longer once all is closed.
      const run = insist(notification, delivery, resolve).catch(() => resolve())
      underWay.add(run)
      void run.finally(() => underWay.delete(run))
    })
  }

  const copies = () => Array.from({ length: faults.duplicates + 1 })

  return {
    get faults() {
      return faults
    },
    sendTo: (url) => (target = url),
    setFaults: (changes) => (faults = { ...faults, ...changes }),
    async deliver(notifications) {
      const firsts = notifications.flatMap((notification) => {
        const { eventId, type } = notification
        const lost = isLost(faults, type)
        const delivery: Delivery = { eventId, type, attempts: 0, statuses: [], state: lost ? 'lost' : 'waiting' }
        known.set(eventId, { notification, delivery })
        return lost ? [] : copies().map(() => begin(notification, delivery))
      })
      await Promise.all(firsts)
    },
    async redeliver(eventId) {
      const again = [...known.values()].filter(({ delivery }) => eventId === undefined || delivery.eventId === eventId)
      await Promise.all(
        again.flatMap(({ notification, delivery }) => {
          if (delivery.state !== 'delivered') delivery.state = 'waiting'
          return copies().map(() => begin(notification, delivery))
        }),
      )
      return again.length > 0
    },
    list: () => [...known.values()].map(({ delivery }) => delivery),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}
