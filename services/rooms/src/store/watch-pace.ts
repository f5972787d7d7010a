import { mapRedisErrors, type Redis } from '@kla/chassis'
import { WATCH_CHANGE_MS } from '@kla/proto/web'
import type { Keys } from './keys.js'

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
