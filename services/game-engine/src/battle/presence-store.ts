import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'

/** `[now, end of the last absence or 0]` */
const bePresentScript = defineScript<[number, number]>(
  `
-- KEYS: presence. ARGV: ms without any engine that are an absence
${LUA_NOW}
local alive, absent = unpack(redis.call('HMGET', KEYS[1], 'aliveAtMs', 'absentUntilMs'))
if alive and now - alive > tonumber(ARGV[1]) then
  absent = now
  redis.call('HSET', KEYS[1], 'absentUntilMs', now)
end
redis.call('HSET', KEYS[1], 'aliveAtMs', now)
return { now, tonumber(absent or '0') }
`,
  { whenFull: true },
)

interface Presence {
  beat(): Promise<void>
  /** End of the last absence, or 0. Beats first if this process may have been last. */
  absentUntilMs(): Promise<number>
}

interface PresenceOptions {
  readonly absenceMs: number
  readonly uptimeMs?: () => number
}

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
