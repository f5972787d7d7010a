import { defineScript, type Redis } from '@kla/chassis'
import type { ContextLine } from '../domain/reports/context.js'
import type { RoomLine } from '../domain/transcript/recorded-line.js'

/** The last chat lines of each room. */
export interface TranscriptStore {
  /** Keeps lines; one that is known already changes nothing. */
  record(lines: readonly RoomLine[]): Promise<void>
  /** The lines of a room, in no order. */
  linesOf(roomId: string): Promise<readonly ContextLine[]>
}

/** Lines kept of a room: twice what a report takes along, as lines arrive in batches and out of order. */
const LINES_KEPT = 100

// KEYS: the lines by id, their ids by time. ARGV: how many to keep, how long, then id, time and line of each.
const RECORD = defineScript<number>(`
for at = 3, #ARGV, 3 do
  if redis.call('HSETNX', KEYS[1], ARGV[at], ARGV[at + 2]) == 1 then
    redis.call('ZADD', KEYS[2], ARGV[at + 1], ARGV[at])
  end
end
local excess = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[1])
if excess > 0 then
  for _, popped in ipairs(redis.call('ZRANGE', KEYS[2], 0, excess - 1)) do redis.call('HDEL', KEYS[1], popped) end
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, excess - 1)
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return excess`)

export function createTranscriptStore(redis: Redis, prefix: string, keepMs: number): TranscriptStore {
  // The braces keep both keys of a room on one node of a cluster.
  const linesKey = (roomId: string): string => `${prefix}transcript:{${roomId}}:lines`
  const orderKey = (roomId: string): string => `${prefix}transcript:{${roomId}}:order`

  return {
    async record(lines) {
      const rooms = new Map<string, RoomLine[]>()
      for (const line of lines) rooms.set(line.roomId, [...(rooms.get(line.roomId) ?? []), line])
      // Sent together and answered together: one round trip, however many rooms.
      await Promise.all(
        [...rooms].map(([roomId, said]) =>
          RECORD.run(redis, [linesKey(roomId), orderKey(roomId)], [LINES_KEPT, keepMs, ...said.flatMap(argumentsOf)]),
        ),
      )
    },
    async linesOf(roomId) {
      const lines = await redis.hvals(linesKey(roomId))
      return lines.map((line) => JSON.parse(line) as ContextLine)
    },
  }
}

const argumentsOf = ({ roomId: _roomId, ...line }: RoomLine) => [line.lineId, line.saidAtMs, JSON.stringify(line)]
