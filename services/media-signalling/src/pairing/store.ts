import { defineScript, type Redis } from '@kla/chassis'
import type { PeerSession } from './rules.js'

/** Session with its stored `text`, for compare-and-set. */
export interface StoredSession {
  readonly session: PeerSession | undefined
  readonly text: string
}

/** Peer sessions of rooms in Redis. */
export interface SessionStore {
  load(roomId: string): Promise<StoredSession>
  /** Undefined if replaced since then. */
  commit(roomId: string, loaded: StoredSession, next: PeerSession): Promise<StoredSession | undefined>
}

// Rooms restores pairs older than a day.
const PAIRED_KEPT_MS = 24 * 3_600_000
// Longer than events are redelivered.
const UNPAIRED_KEPT_MS = 3_600_000

const COMPARE_AND_SET = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
`
const openScript = defineScript<number>(COMPARE_AND_SET)
/** Existing sessions go on and end, however full Redis is. */
const changeScript = defineScript<number>(COMPARE_AND_SET, { whenFull: true })

export function createSessionStore(redis: Redis, prefix: string): SessionStore {
  const keyOf = (roomId: string): string => `${prefix}{${roomId}}`
  return {
    async load(roomId) {
      const text = await redis.get(keyOf(roomId))
      return text === null ? { session: undefined, text: '' } : { session: JSON.parse(text) as PeerSession, text }
    },
    async commit(roomId, loaded, next) {
      const text = JSON.stringify(next)
      const keptMs = next.pair || next.watching?.watchers.length ? PAIRED_KEPT_MS : UNPAIRED_KEPT_MS
      const script = loaded.text === '' ? openScript : changeScript
      const done = await script.run(redis, [keyOf(roomId)], [loaded.text, text, keptMs])
      return done === 1 ? { session: next, text } : undefined
    },
  }
}
