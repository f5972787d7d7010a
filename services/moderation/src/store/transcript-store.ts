import { defineScript, type Redis } from '@kla/chassis'
import { REPORT_LINES_MAX, REPORT_SPEAKERS_MAX } from '@kla/proto/web'
import type { ContextLine } from '../domain/reports/context.js'
import type { RoomLine } from '../domain/transcript/recorded-line.js'

/** The last chat lines of each of those who spoke last in a room, as many as a report takes along. */
export interface TranscriptStore {
  /** Keeps lines; one that is known already changes nothing. */
  record(lines: readonly RoomLine[]): Promise<void>
  /** The lines of a room, in no order, and some that are older than a report takes along. */
  linesOf(roomId: string): Promise<readonly ContextLine[]>
}

/** Looking for what may go reads all that is kept: rarely, and then much goes at once. */
const SPARE_LINES = REPORT_LINES_MAX
const KEPT_MAX = REPORT_LINES_MAX * REPORT_SPEAKERS_MAX + SPARE_LINES

// KEYS: the lines by id, who said which and when. ARGV: how many lines of how many people to keep, how long, how many
// there may be in all, then id, time, account and line of each. A flood pushes away only its own.
const RECORD = defineScript<number>(`
for at = 5, #ARGV, 4 do
  if redis.call('HSETNX', KEYS[1], ARGV[at], ARGV[at + 3]) == 1 then
    redis.call('ZADD', KEYS[2], ARGV[at + 1], ARGV[at + 2] .. ' ' .. ARGV[at])
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if redis.call('ZCARD', KEYS[2]) <= tonumber(ARGV[4]) then return 0 end
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
return excess`)

export function createTranscriptStore(redis: Redis, prefix: string, keepMs: number): TranscriptStore {
  // The braces keep both keys of a room on one node of a cluster.
  const linesKey = (roomId: string): string => `${prefix}transcript:{${roomId}}:lines`
  const orderKey = (roomId: string): string => `${prefix}transcript:{${roomId}}:order`

  return {
    async record(lines) {
      const rooms = new Map<string, RoomLine[]>()
      for (const line of lines) {
        const said = rooms.get(line.roomId)
        if (said) said.push(line)
        else rooms.set(line.roomId, [line])
      }
      // Sent together and answered together: one round trip, however many rooms.
      await Promise.all(
        [...rooms].map(([roomId, said]) =>
          RECORD.run(
            redis,
            [linesKey(roomId), orderKey(roomId)],
            [REPORT_LINES_MAX, REPORT_SPEAKERS_MAX, keepMs, KEPT_MAX, ...said.flatMap(argumentsOf)],
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
