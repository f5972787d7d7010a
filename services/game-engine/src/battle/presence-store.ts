import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { NOW } from '../shared/redis.js'

/** `[now, when the last absence ended, or 0]` */
const bePresentScript = defineScript<[number, number]>(`
-- KEYS: presence. ARGV: ms without any engine that are an absence
${NOW}
local alive, absent = unpack(redis.call('HMGET', KEYS[1], 'aliveAtMs', 'absentUntilMs'))
if alive and now - alive > tonumber(ARGV[1]) then
  absent = now
  redis.call('HSET', KEYS[1], 'absentUntilMs', now)
end
redis.call('HSET', KEYS[1], 'aliveAtMs', now)
return { now, tonumber(absent or '0') }
`)

/** That engines are there, noted in Redis by all of them together, by Redis' clock. */
interface Presence {
  /** Notes that this one is there. */
  beat(): Promise<void>
  /**
   * When the last time ended in which no engine was there, Unix milliseconds; 0: there was none. Beats first where this
   * process has not for so long that it may have been the last: it must not decide before it knows.
   */
  absentUntilMs(): Promise<number>
}

interface PresenceOptions {
  /** Without any engine for longer than this, engines were absent. Milliseconds. */
  readonly absenceMs: number
  /** A clock that never goes back, milliseconds. */
  readonly uptimeMs?: () => number
}

/** Beats come every second; a quarter of the absence is many of them missed. */
const TRUSTED_SHARE = 0.25

export function createPresence(
  redis: Redis,
  prefix: string,
  { absenceMs, uptimeMs = () => performance.now() }: PresenceOptions,
): Presence {
  const key = `${prefix}presence`
  let beatAt = -Infinity
  let absentUntil = 0
  let beating: Promise<void> | undefined

  async function note(): Promise<void> {
    const askedAt = uptimeMs()
    const [, absentUntilMs] = await mapRedisErrors(bePresentScript.run(redis, [key], [absenceMs]))
    beatAt = askedAt
    absentUntil = absentUntilMs
  }

  const beat = (): Promise<void> => (beating ??= note().finally(() => (beating = undefined)))

  return {
    beat,
    async absentUntilMs() {
      if (uptimeMs() - beatAt > absenceMs * TRUSTED_SHARE) await beat()
      return absentUntil
    },
  }
}
