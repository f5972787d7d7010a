import { KlaError } from './errors.js'
import { type Outage, outageOf } from './outages.js'

/** Waits at most `ms`. For stopping, where sweeps of other pods finish what is left. */
export async function settleWithin(ms: number, work: Promise<unknown>): Promise<void> {
  await withTimeout(ms, work, undefined)
}

/** `otherwise` if `work` fails or takes longer than `ms`. */
export const withTimeout = <T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> =>
  failAfter(ms, work).catch(() => otherwise)

/** Rejects with the failure of `work`, or with UNAVAILABLE if it takes longer than `ms`. */
export async function failAfter<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KlaError('UNAVAILABLE')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** For a round or message in flight when a process stops. */
export const SHUTDOWN_TIMEOUT_MS = 4_000

/** A healthy server answers in milliseconds; a dead one never. */
const ANSWER_WITHIN_MS = 1_000

/** Whether a store can do its work: true, or what keeps it from it. */
export type Able = true | Outage

/** `lost` on silence, and on a failure that says no more. */
export const ableNow = (ask: () => Able | boolean | Promise<Able | boolean>): Promise<Able> =>
  failAfter(ANSWER_WITHIN_MS, (async () => ask())()).then(
    (able) => able || 'lost',
    (error: unknown) => outageOf(error) ?? 'lost',
  )
