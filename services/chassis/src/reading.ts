import { answerWithin } from './at-most.js'

/** Less than whoever scrapes waits for all readings together, which is 10 s with Prometheus. */
const WAIT_MS = 3_000

/**
 * A reading that is taken with a query: at most every `everyMs`, however often it is asked for, and by everybody who asks
 * meanwhile together. One that fails is NaN in all its parts: what is not known must not look like what was. So is one
 * that is late, to those who ask before it is there.
 */
export function createReading<Part extends string>(
  parts: readonly Part[],
  read: () => Promise<Readonly<Record<Part, number>>>,
  { everyMs, now = () => performance.now() }: { readonly everyMs: number; readonly now?: () => number },
): () => Promise<Readonly<Record<Part, number>>> {
  const unknown = Object.fromEntries(parts.map((part) => [part, NaN])) as Record<Part, number>
  let takenAt = -Infinity
  let last: Promise<Readonly<Record<Part, number>>> = Promise.resolve(unknown)
  return () => {
    if (now() - takenAt >= everyMs) {
      takenAt = now()
      last = read().catch(() => unknown)
    }
    return answerWithin(WAIT_MS, last, unknown)
  }
}
