import { KlaError } from './errors.js'
import { type Outage, outageOf } from './outages.js'

/** Waits at most `ms`, for shutdowns. */
export async function settleWithin(ms: number, work: Promise<unknown>): Promise<void> {
  await withTimeout(ms, work, undefined)
}

/** Returns `otherwise` on failure or after `ms`. */
export const withTimeout = <T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> =>
  failAfter(ms, work).catch(() => otherwise)

/** Rejects with UNAVAILABLE after `ms`. */
export async function failAfter<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KlaError('UNAVAILABLE')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export const SHUTDOWN_TIMEOUT_MS = 4_000

const ANSWER_WITHIN_MS = 1_000

/** True, or why a store cannot work. */
export type Availability = true | Outage

/** Asks a store. False is an outage of unknown kind. */
export type AskAvailability = () => boolean | Outage | Promise<boolean | Outage>

/** Returns `lost` on silence and unknown failures. */
export const checkAvailability = (ask: AskAvailability): Promise<Availability> =>
  failAfter(ANSWER_WITHIN_MS, (async () => ask())()).then(
    (available) => available || 'lost',
    (error: unknown) => outageOf(error) ?? 'lost',
  )
