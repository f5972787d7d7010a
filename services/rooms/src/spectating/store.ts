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
  redeem(pass: string, administratorId: number): Promise<WatchGrant | undefined>
  /** Access to the store must not suffice to watch. */
  hash(pass: string, administratorId: number): string
}

const PASS_BYTES = 32

const issueScript = defineScript<number>(`${LUA_NOW}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return now + ARGV[2]
`)

export function createWatchPasses(redis: Redis, keys: Pick<Keys, 'watchPass'>): WatchPasses {
  const hash = (pass: string, administratorId: number): string =>
    createHash('sha256').update(`${administratorId} ${pass}`).digest('base64url')
  const keyOf = (pass: string, administratorId: number): string => keys.watchPass(hash(pass, administratorId))
  return {
    hash,
    async issue({ roomId, judge: { id, name } }) {
      const pass = randomBytes(PASS_BYTES).toString('base64url')
      const grant: WatchGrant = { roomId, judge: { id, name } }
      const expiresAtMs = await mapRedisErrors(
        issueScript.run(redis, [keyOf(pass, id)], [JSON.stringify(grant), WATCH_PASS_MS]),
      )
      return { pass, expiresAtMs }
    },
    async redeem(pass, administratorId) {
      const grant = await mapRedisErrors(redis.getdel(keyOf(pass, administratorId)))
      return grant === null ? undefined : (JSON.parse(grant) as WatchGrant)
    },
  }
}

/** Limits how often spectators change connection. */
export interface WatchLimit {
  /** True once in WATCH_CHANGE_MS, over all pods. */
  take(roomId: string, accountId: number): Promise<boolean>
}

export const createWatchLimit = (redis: Redis, keys: Pick<Keys, 'watchLimit'>): WatchLimit => ({
  async take(roomId, accountId) {
    const set = redis.set(keys.watchLimit(roomId, accountId), '', 'PX', WATCH_CHANGE_MS, 'NX')
    return (await mapRedisErrors(set)) === 'OK'
  },
})
