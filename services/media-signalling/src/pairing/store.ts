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
  /** `done` is false, with the session that is stored instead, if replaced since then. */
  commit(
    roomId: string,
    loaded: StoredSession,
    next: PeerSession,
  ): Promise<{ readonly done: boolean; readonly stored: StoredSession }>
}

export const NO_SESSION: StoredSession = { session: undefined, text: '' }

// Rooms restores pairs older than a day.
const PAIRED_KEPT_MS = 24 * 3_600_000
// Longer than events are redelivered.
const UNPAIRED_KEPT_MS = 3_600_000

/** Returns nil, or what is stored instead. */
const COMPARE_AND_SET = `
local text = redis.call('GET', KEYS[1]) or ''
if text ~= ARGV[1] then return text end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return nil
`
const openScript = defineScript<string | null>(COMPARE_AND_SET)
/** Existing sessions go on and end, however full Redis is. */
const changeScript = defineScript<string | null>(COMPARE_AND_SET, { whenFull: true })

export function createSessionStore(redis: Redis, prefix: string): SessionStore {
  const keyOf = (roomId: string): string => `${prefix}{${roomId}}`
  return {
    async load(roomId) {
      return storedIn((await redis.get(keyOf(roomId))) ?? '')
    },
    async commit(roomId, loaded, next) {
      const text = JSON.stringify(next)
      const keptMs = next.pair || next.watching?.watchers.length ? PAIRED_KEPT_MS : UNPAIRED_KEPT_MS
      const script = loaded.text === '' ? openScript : changeScript
      const instead = await script.run(redis, [keyOf(roomId)], [loaded.text, text, keptMs])
      return instead === null
        ? { done: true, stored: { session: next, text } }
        : { done: false, stored: storedIn(instead) }
    },
  }
}

const storedIn = (text: string): StoredSession =>
  text === '' ? NO_SESSION : { session: JSON.parse(text) as PeerSession, text }
