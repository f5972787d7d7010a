import { createHash, randomBytes } from 'node:crypto'
import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { WATCH_CHANGE_MS, WATCH_PASS_MS } from '@kla/proto/web'
import { type Keys, NOW } from '../shared/redis.js'

/** Names a pass of an administrator without giving it away: whoever can read the store cannot watch by it. */
export const nameOfPass = (pass: string, administratorId: number): string =>
  createHash('sha256').update(`${administratorId} ${pass}`).digest('base64url')

/** What a pass lets one in to. */
export interface WatchGrant {
  readonly roomId: string
  /** The administrator who watches. */
  readonly judge: { readonly id: number; readonly name: string }
}

/** Passes with which judges watch the rooms of ties: each opens once, within two minutes, for the administrator who asked for it. */
export interface WatchPasses {
  issue(grant: WatchGrant): Promise<{ readonly pass: string; readonly expiresAtMs: number }>
  /** What the pass lets one in to, the first time; undefined for what has been used, has run out, never was or is another's. */
  redeem(pass: string, administratorId: number): Promise<WatchGrant | undefined>
}

const PASS_BYTES = 32

const issueScript = defineScript<number>(`${NOW}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return now + ARGV[2]
`)

export function createWatchPasses(redis: Redis, keys: Pick<Keys, 'watchPass'>): WatchPasses {
  const keyOf = (pass: string, judgeId: number): string => keys.watchPass(nameOfPass(pass, judgeId))
  return {
    async issue({ roomId, judge: { id, name } }) {
      const pass = randomBytes(PASS_BYTES).toString('base64url')
      const grant: WatchGrant = { roomId, judge: { id, name } }
      const expiresAtMs = await mapRedisErrors(issueScript.run(redis, [keyOf(pass, id)], [JSON.stringify(grant), WATCH_PASS_MS]))
      return { pass, expiresAtMs }
    },
    async redeem(pass, administratorId) {
      const grant = await mapRedisErrors(redis.getdel(keyOf(pass, administratorId)))
      return grant === null ? undefined : (JSON.parse(grant) as WatchGrant)
    },
  }
}

/** How often a spectator changes its connection in a room, whichever pods and gateways it comes by. */
export interface WatchPace {
  /** Whether it may now; if so, not again for WATCH_CHANGE_MS. */
  take(roomId: string, accountId: number): Promise<boolean>
}

export const createWatchPace = (redis: Redis, keys: Pick<Keys, 'watchPace'>): WatchPace => ({
  async take(roomId, accountId) {
    const set = redis.set(keys.watchPace(roomId, accountId), '', 'PX', WATCH_CHANGE_MS, 'NX')
    return (await mapRedisErrors(set)) === 'OK'
  },
})
