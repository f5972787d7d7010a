import { setTimeout as sleep } from 'node:timers/promises'

/** How often something is done, and for how long. */
export interface Pace {
  readonly perSecond: number
  readonly forMs: number
}

const MS_PER_SECOND = 1_000

/**
 * Does something again and again, each time in a turn of the event loop of its own. Answers how often it was; rejects
 * with what the first failure said.
 */
export async function atPace({ perSecond, forMs }: Pace, act: () => Promise<unknown>): Promise<number> {
  const acting: Promise<unknown>[] = []
  const failures: unknown[] = []
  const startedAt = performance.now()
  for (let at = 0; at < startedAt + forMs; at = performance.now()) {
    acting.push(act().catch((error: unknown) => failures.push(error)))
    await sleep(startedAt + (acting.length * MS_PER_SECOND) / perSecond - performance.now())
  }
  await Promise.all(acting)
  if (failures.length > 0) throw failures[0]
  return acting.length
}
