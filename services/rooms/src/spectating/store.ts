import { createHash, randomBytes } from 'node:crypto'
import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import { WATCH_CHANGE_MS, WATCH_PASS_MS } from '@kla/proto/web'
import type { Keys } from '../shared/redis.js'

/** A judge's permission to watch one room. */
export interface WatchGrant {
  readonly roomId: string
  readonly judge: { readonly id: number; readonly name: string }
}

/** Passes that work once, within WATCH_PASS_MS, for their administrator. */
export interface WatchPasses {
  issue(grant: WatchGrant): Promise<{ readonly pass: string; readonly expiresAtMs: number }>
  /** Returns the grant once, and for a while again to the same request. */
  redeem(pass: string, administratorId: number, requestId: string): Promise<WatchGrant | undefined>
  /** Access to the store must not suffice to watch. */
  hash(pass: string, administratorId: number): string
}

const PASS_BYTES = 32
/** Longer than a caller repeats a request. */
const REPEATS_MS = 30_000

const issueScript = defineScript<number>(`${LUA_NOW}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return now + ARGV[2]
`)

const redeemScript = defineScript<string | null>(`
local grant = redis.call('GETDEL', KEYS[1])
if grant then
  redis.call('HSET', KEYS[2], ARGV[1], grant)
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
  return grant
end
return redis.call('HGET', KEYS[2], ARGV[1])
`)

export function createWatchPasses(redis: Redis, keys: Pick<Keys, 'watchPass' | 'usedPass'>): WatchPasses {
  const hash = (pass: string, administratorId: number): string =>
    createHash('sha256').update(`${administratorId} ${pass}`).digest('base64url')
  return {
    hash,
    async issue({ roomId, judge: { id, name } }) {
      const pass = randomBytes(PASS_BYTES).toString('base64url')
      const grant: WatchGrant = { roomId, judge: { id, name } }
      const key = keys.watchPass(hash(pass, id))
      const expiresAtMs = await mapRedisErrors(issueScript.run(redis, [key], [JSON.stringify(grant), WATCH_PASS_MS]))
      return { pass, expiresAtMs }
    },
    async redeem(pass, administratorId, requestId) {
      const hashed = hash(pass, administratorId)
      const touched = [keys.watchPass(hashed), keys.usedPass(hashed)]
      const grant = await mapRedisErrors(redeemScript.run(redis, touched, [requestId, REPEATS_MS]))
      return grant === null ? undefined : (JSON.parse(grant) as WatchGrant)
    },
  }
}

/** Limits how often spectators change connection. */
export interface WatchLimit {
  /** True for one request in WATCH_CHANGE_MS, over all pods, and for its repeats. */
  take(roomId: string, accountId: number, requestId: string): Promise<boolean>
}

const takeScript = defineScript<number>(`
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
return redis.call('GET', KEYS[1]) == ARGV[1] and 1 or 0
`)

export const createWatchLimit = (redis: Redis, keys: Pick<Keys, 'watchLimit'>): WatchLimit => ({
  async take(roomId, accountId, requestId) {
    const key = keys.watchLimit(roomId, accountId)
    return (await mapRedisErrors(takeScript.run(redis, [key], [requestId, WATCH_CHANGE_MS]))) === 1
  },
})
