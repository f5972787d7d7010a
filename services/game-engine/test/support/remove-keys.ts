import type { Redis } from '@kla/chassis'

/** Removes what a suite has left under its own prefix. */
export async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  for await (const found of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    const keys = found as string[]
    if (keys.length > 0) await redis.del(...keys)
  }
}
