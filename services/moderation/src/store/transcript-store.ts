import { defineScript, type Redis } from '@kla/chassis'
import { REPORT_LINES_MAX, REPORT_SPEAKERS_MAX } from '@kla/proto/web'
import type { ContextLine } from '../domain/reports/context.js'
import type { RoomLine } from '../domain/transcript/recorded-line.js'

/** The last chat lines of each of those who spoke last in a room, as many as a report takes along. */
export interface TranscriptStore {
  /** Keeps lines; one that is known already changes nothing. */
  record(lines: readonly RoomLine[]): Promise<void>
  /** The lines of a room, in no order. */
  linesOf(roomId: string): Promise<readonly ContextLine[]>
}

// KEYS: the lines by id, who said which and when. ARGV: how many lines of how many people to keep, how long, then id,
// time, account and line of each. It reads all that is kept: that is never much. A flood pushes away only its own.
const RECORD = defineScript<number>(`
for at = 4, #ARGV, 4 do
  if redis.call('HSETNX', KEYS[1], ARGV[at], ARGV[at + 3]) == 1 then
    redis.call('ZADD', KEYS[2], ARGV[at + 1], ARGV[at + 2] .. ' ' .. ARGV[at])
  end
end
local kept, people, excess = {}, 0, 0
for _, said in ipairs(redis.call('ZREVRANGE', KEYS[2], 0, -1)) do
  local account, line = string.match(said, '^(%d+) (.+)$')
  local before = kept[account] or 0
  if before == tonumber(ARGV[1]) or (before == 0 and people == tonumber(ARGV[2])) then
    redis.call('HDEL', KEYS[1], line)
    redis.call('ZREM', KEYS[2], said)
    excess = excess + 1
  else
    if before == 0 then people = people + 1 end
    kept[account] = before + 1
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
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
          RECORD.run(
            redis,
            [linesKey(roomId), orderKey(roomId)],
            [REPORT_LINES_MAX, REPORT_SPEAKERS_MAX, keepMs, ...said.flatMap(argumentsOf)],
          ),
        ),
      )
    },
    async linesOf(roomId) {
      const lines = await redis.hvals(linesKey(roomId))
      return lines.map((line) => JSON.parse(line) as ContextLine)
    },
  }
}

const argumentsOf = ({ roomId: _roomId, ...line }: RoomLine) => [
  line.lineId,
  line.saidAtMs,
  line.accountId,
  JSON.stringify(line),
]
