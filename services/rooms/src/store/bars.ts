import { defineScript, type Redis } from '@kla/chassis'
import { answering } from './answering.js'
import type { Keys } from './keys.js'
import { NOW } from './now.js'

/** To whom rooms are closed. The principal says so too, but one that was signed before the ban is valid for minutes. */
export interface Bars {
  /**
   * Notes until when rooms are closed to an account (Unix milliseconds; 0: they are not), as of a version of its bans.
   * Answers whether they are closed now; an older version than what is known changes nothing and answers false.
   */
  put(accountId: number, version: number, untilMs: number): Promise<boolean>
  /** Whether rooms are closed to an account now. */
  closed(accountId: number): Promise<boolean>
  /** Whether rooms are closed to an account now. */
  holds(accountId: number): Promise<boolean>
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

const holdsScript = defineScript<number>(`${NOW}
local untilMs = redis.call('HGET', KEYS[1], 'untilMs')
return untilMs and tonumber(untilMs) > now and 1 or 0
`)

const closedScript = defineScript<number>(`${NOW}
local untilMs = redis.call('HGET', KEYS[1], 'untilMs')
return untilMs and tonumber(untilMs) > now and 1 or 0
`)

export const createBars = (redis: Redis, keys: Keys): Bars => ({
  async put(accountId, version, untilMs) {
    return (await answering(putScript.run(redis, [keys.bar(accountId)], [version, untilMs, KEPT_MS]))) === 1
  },
  closed: async (accountId) => (await answering(closedScript.run(redis, [keys.bar(accountId)], []))) === 1,
  async holds(accountId) {
    return (await answering(holdsScript.run(redis, [keys.bar(accountId)], []))) === 1
  },
})
