import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from './keys.js'

/** Counts wrong passcodes of an account at a room, and what is computed for an account. */
export interface PasscodeTries {
  /** Spends one of the tries of this minute before the passcode is looked at; false: none is left. */
  spend(roomId: string, accountId: number): Promise<boolean>
  /** Gives a try back: the passcode was right. */
  giveBack(roomId: string, accountId: number): Promise<void>
  /** Spends one of the computations that an account has in this minute, over all rooms and pods; false: none is left. */
  spendComputation(accountId: number): Promise<boolean>
}

/** Enough for somebody who mistypes, useless to somebody who guesses. */
const TRIES = 5
/** Five rooms tried to the end, and five opened. */
const COMPUTATIONS = 30
const WINDOW_MS = 60_000

const spendScript = defineScript<number>(`
local tries = tonumber(redis.call('GET', KEYS[1]) or '0')
if tries >= tonumber(ARGV[1]) then return 0 end
redis.call('INCR', KEYS[1])
if tries == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1
`)

const giveBackScript = defineScript<number>(`
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 1
`)

export const createPasscodeTries = (redis: Redis, keys: Keys): PasscodeTries => ({
  async spend(roomId, accountId) {
    return (await mapRedisErrors(spendScript.run(redis, [keys.tries(roomId, accountId)], [TRIES, WINDOW_MS]))) === 1
  },
  async spendComputation(accountId) {
    return (await mapRedisErrors(spendScript.run(redis, [keys.computations(accountId)], [COMPUTATIONS, WINDOW_MS]))) === 1
  },
  async giveBack(roomId, accountId) {
    await mapRedisErrors(giveBackScript.run(redis, [keys.tries(roomId, accountId)], []))
  },
})
