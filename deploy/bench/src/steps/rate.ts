import { setTimeout as sleep } from 'node:timers/promises'

export interface Rate {
  readonly perSecond: number
  readonly forMs: number
}

const MS_PER_SECOND = 1_000

/** Each time in its own turn of the event loop. Returns how often; rejects with the first failure. */
export async function runAtRate({ perSecond, forMs }: Rate, act: () => Promise<unknown>): Promise<number> {
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
