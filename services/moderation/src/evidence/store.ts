import { defineScript, type Redis } from '@kla/chassis'
import { type ContextLine, lastLines, type LinesText } from './rules.js'

/** Recent chat messages of each room. */
export interface TranscriptStore {
  /** Idempotent; one round trip for all rooms. */
  keep(rooms: readonly LinesText[]): Promise<void>
  /** Extends stored messages' life, never shortens it. */
  renew(roomId: string, agoMs: number): Promise<void>
  /** Chat messages, unordered, with duplicates and older ones. */
  linesOf(roomId: string): Promise<readonly ContextLine[]>
}

export const BATCHES_MAX = 32

// ARGV: a batch, its lifetime. Returns the number of batches.
const APPEND = defineScript<number>(`
local batches = redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return batches`)

// ARGV: number, first and last of the batches read, replacement, lifetime. Does nothing if they changed.
const COMPACT = defineScript<number>(`
local last = tonumber(ARGV[1]) - 1
if redis.call('LINDEX', KEYS[1], 0) ~= ARGV[2] or redis.call('LINDEX', KEYS[1], last) ~= ARGV[3] then return 0 end
redis.call('LTRIM', KEYS[1], last + 1, -1)
redis.call('LPUSH', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

export function createTranscriptStore(redis: Redis, prefix: string, keepMs: number): TranscriptStore {
  const keyOf = (roomId: string): string => `${prefix}transcript:{${roomId}}:batches`

  async function compact(roomId: string): Promise<void> {
    const batches = await redis.lrange(keyOf(roomId), 0, -1)
    const [first, last] = [batches[0], batches.at(-1)]
    if (first === undefined || last === undefined) return
    const left = JSON.stringify(lastLines(batches.flatMap(linesIn)))
    await COMPACT.run(redis, [keyOf(roomId)], [batches.length, first, last, left, keepMs])
  }

  return {
    async keep(rooms) {
      const full = await Promise.all(
        rooms.map(async ({ roomId, lines }) => {
          const batches = await APPEND.run(redis, [keyOf(roomId)], [lines, keepMs])
          return batches > BATCHES_MAX ? [roomId] : []
        }),
      )
      await Promise.all(full.flat().map(compact))
    },
    async renew(roomId, agoMs) {
      // A lifetime of 0 would delete them.
      if (agoMs < keepMs) await redis.pexpire(keyOf(roomId), Math.round(keepMs - Math.max(0, agoMs)), 'GT')
    },
    async linesOf(roomId) {
      return (await redis.lrange(keyOf(roomId), 0, -1)).flatMap(linesIn)
    },
  }
}

const linesIn = (batch: string): ContextLine[] => JSON.parse(batch) as ContextLine[]
