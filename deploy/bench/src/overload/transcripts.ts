import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Platform } from '@kla/local'

/** Of moderation: a room's lines, in batches as gateways hand them in. */
const batchesOf = (roomId: string): string => `kla:moderation:transcript:{${roomId}}:batches`
const ROOMS_AT_ONCE = 200
/** A gateway hands its lines in every five seconds. */
const LOOK_EVERY_MS = 1_000

interface KeptLine {
  readonly lineId: string
}

/** Lines in the batches of one room; those handed in twice count once. */
export const linesIn = (batches: readonly string[]): number =>
  new Set(batches.flatMap((batch) => (JSON.parse(batch) as readonly KeptLine[]).map(({ lineId }) => lineId))).size

/** Resolves to how many lines of the rooms moderation has, once it has `expected` or after `withinMs`. */
export async function keptLines(
  platform: Platform,
  roomIds: readonly string[],
  expected: number,
  withinMs: number,
): Promise<number> {
  const redis = new Redis(platform.infrastructure.redis.url)
  const until = performance.now() + withinMs
  try {
    for (;;) {
      const kept = await countKept(redis, roomIds)
      if (kept >= expected || performance.now() > until) return kept
      await sleep(LOOK_EVERY_MS)
    }
  } finally {
    redis.disconnect()
  }
}

async function countKept(redis: Redis, roomIds: readonly string[]): Promise<number> {
  let kept = 0
  for (let from = 0; from < roomIds.length; from += ROOMS_AT_ONCE) {
    const rooms = roomIds.slice(from, from + ROOMS_AT_ONCE)
    const batches = await Promise.all(rooms.map((roomId) => redis.lrange(batchesOf(roomId), 0, -1)))
    kept += batches.reduce((sum, own) => sum + linesIn(own), 0)
  }
  return kept
}
