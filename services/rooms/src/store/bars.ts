import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from './keys.js'
import { NOW } from './now.js'

/** Why rooms are closed to an account: a ban, or a locked age verdict. */
export type ClosedBy = 'ban' | 'age'

/** To whom rooms are closed. The principal says so too, but one that was signed before is valid for minutes. */
export interface Bars {
  /**
   * Notes until when rooms are closed to an account (Unix milliseconds; 0: they are not), as of a version of its bans.
   * Answers whether they are closed now; an older version than what is known changes nothing and answers false.
   */
  put(accountId: number, version: number, untilMs: number): Promise<boolean>
  /**
   * Notes whether an account's age verdict is locked, as of a revision of it. Answers whether it is locked now; an older
   * revision than what is known changes nothing and answers false.
   */
  putAge(accountId: number, revision: number, locked: boolean): Promise<boolean>
  /** Whether rooms are closed to an account now, and why. */
  closedBy(accountId: number): Promise<ClosedBy | undefined>
}

/** Longer than facts are kept, so that an old one that comes late is known to be old. */
const KEPT_MS = 8 * 24 * 3_600_000

const putScript = defineScript<number>(`${NOW}
local known = redis.call('HGET', KEYS[1], 'version')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'untilMs', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return tonumber(ARGV[2]) > now and 1 or 0
`)

const putAgeScript = defineScript<number>(`
local known = redis.call('HGET', KEYS[1], 'ageRevision')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'ageRevision', ARGV[1], 'ageLocked', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return tonumber(ARGV[2])
`)

/** What a bar says now: 0 nothing, or the index of {@link CLOSED_BY}. For scripts that have `now`. */
export const closedByLua = (key: string): string => `
local barredUntilMs, ageLocked = unpack(redis.call('HMGET', ${key}, 'untilMs', 'ageLocked'))
local closedBy = barredUntilMs and tonumber(barredUntilMs) > now and 1 or ageLocked == '1' and 2 or 0
`
export const CLOSED_BY = [undefined, 'ban', 'age'] as const

const closedByScript = defineScript<number>(`${NOW} ${closedByLua('KEYS[1]')}
return closedBy
`)

export const createBars = (redis: Redis, keys: Keys): Bars => ({
  async put(accountId, version, untilMs) {
    return (await mapRedisErrors(putScript.run(redis, [keys.bar(accountId)], [version, untilMs, KEPT_MS]))) === 1
  },
  async putAge(accountId, revision, locked) {
    const put = putAgeScript.run(redis, [keys.bar(accountId)], [revision, locked ? 1 : 0, KEPT_MS])
    return (await mapRedisErrors(put)) === 1
  },
  closedBy: async (accountId) => CLOSED_BY[await mapRedisErrors(closedByScript.run(redis, [keys.bar(accountId)], []))],
})
