import { setMaxListeners } from 'node:events'
import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

interface Faults {
  readonly delayMs: number
  readonly duplicates: number
  /** Random, so that notifications overtake each other. */
  readonly shuffleMs: number
  /** Types to lose; `*` for all. */
  readonly lose: readonly string[]
  readonly beforeRedirect: boolean
}

export const NO_FAULTS: Faults = { delayMs: 0, duplicates: 0, shuffleMs: 0, lose: [], beforeRedirect: false }

const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1e6

const CHECKS: Readonly<Record<keyof Faults, (value: unknown) => boolean>> = {
  delayMs: isCount,
  duplicates: isCount,
  shuffleMs: isCount,
  lose: (value) => Array.isArray(value) && value.every((type) => typeof type === 'string'),
  beforeRedirect: (value) => typeof value === 'boolean',
}

/** Undefined for invalid input; omitted fields stay. */
export function readFaults(json: unknown): Partial<Faults> | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const known = (name: string): name is keyof Faults => Object.hasOwn(CHECKS, name)
  const valid = Object.entries(json).every(([name, value]) => known(name) && CHECKS[name](value))
  return valid ? json : undefined
}

const isLost = ({ lose }: Faults, type: string): boolean => lose.includes(type) || lose.includes('*')

interface Post {
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

function post(url: string, { headers, body }: Post, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const length = Buffer.byteLength(body)
    request(url, { method: 'POST', headers: { ...headers, 'content-length': length }, signal }, (response) => {
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
      .on('error', reject)
      .end(body)
  })
}

/** A signed notification for commerce. */
export interface Notification {
  readonly eventId: string
  readonly type: string
  attempt(nowMs: number): Post
}

interface Delivery {
  readonly eventId: string
  readonly type: string
  attempts: number
  readonly statuses: number[]
  state: 'waiting' | 'delivered' | 'lost' | 'given up'
}

interface Retry {
  /** Delay that doubles with each attempt. */
  readonly firstMs: number
  readonly maxMs: number
  readonly attempts: number
}

/** Where and how often to notify. */
export interface DeliveryOptions {
  readonly notificationUrl?: string
  readonly retry?: Partial<Retry>
  readonly faults?: Partial<Faults>
  readonly now?: () => number
  readonly random?: () => number
}

/** Sends notifications until they are accepted. */
export interface Deliveries {
  readonly faults: Faults
  sendTo(url: string): void
  setFaults(faults: Partial<Faults>): void
  deliver(notifications: readonly Notification[]): Promise<void>
  /** Sends one event or all, also lost ones. */
  redeliver(eventId?: string): Promise<boolean>
  list(): readonly Delivery[]
  idle(): Promise<void>
  close(): Promise<void>
}

const ATTEMPT_MS = 10_000
const RETRY: Retry = { firstMs: 500, maxMs: 60_000, attempts: 20 }

export function createDeliveries(options: DeliveryOptions): Deliveries {
  const { now = Date.now, random = Math.random } = options
  const retry = { ...RETRY, ...options.retry }
  const known = new Map<string, { notification: Notification; delivery: Delivery }>()
  const inFlight = new Set<Promise<void>>()
  const closing = new AbortController()
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

  /** Repeats until accepted or `attempts` have failed. */
  async function deliverUntilAccepted(
    notification: Notification,
    delivery: Delivery,
    onFirst: () => void,
  ): Promise<void> {
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
      const run = deliverUntilAccepted(notification, delivery, resolve).catch(() => resolve())
      inFlight.add(run)
      void run.finally(() => inFlight.delete(run))
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
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
    async close() {
      closing.abort()
      await Promise.all(inFlight)
    },
  }
}

/** Delayed calls that closing cancels. */
export interface Timers {
  after(ms: number, work: () => void): void
  close(): void
}

// Node fires longer timers at once.
const LONGEST_MS = 2 ** 31 - 1

/** Timers that do not keep processes alive. */
export function createTimers(): Timers {
  const pending = new Set<NodeJS.Timeout>()
  return {
    after(ms, work) {
      const timer = setTimeout(
        () => {
          pending.delete(timer)
          work()
        },
        Math.min(ms, LONGEST_MS),
      ).unref()
      pending.add(timer)
    },
    close() {
      for (const timer of pending) clearTimeout(timer)
      pending.clear()
    },
  }
}
