import { defineScript, type Redis } from '@kla/chassis'
import { REPORTS_PER_MINUTE } from '@kla/proto/web'

/** How many reports an account may still send, counted over all processes. */
export interface ReportRate {
  /** Counts a report; false when there were too many within the last minute, and then it does not count. */
  take(accountId: number, requestId: string, nowMs: number): Promise<boolean>
}

const WITHIN_MS = 60_000

// KEYS: what the account has sent, by time. ARGV: now, from when it counts, how many may be, the call, how long to keep.
const TAKE = defineScript<number>(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZSCORE', KEYS[1], ARGV[4]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

/** A call that is repeated on its way has the same request id and counts once. */
export const createReportRate = (redis: Redis, prefix: string): ReportRate => ({
  take: async (accountId, requestId, nowMs) =>
    (await TAKE.run(
      redis,
      [`${prefix}report-rate:${accountId}`],
      [nowMs, nowMs - WITHIN_MS, REPORTS_PER_MINUTE, requestId, WITHIN_MS],
    )) === 1,
})
