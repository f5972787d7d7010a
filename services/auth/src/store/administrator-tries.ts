import { defineScript, type Redis } from '@kla/chassis'
import type { Failures } from '../domain/administrator-lockout.js'

/** What to keep under a key from now on; without failures the key is dropped. */
export interface NextFailures {
  readonly failures: Failures | undefined
  readonly keepMs: number
}

export interface AdministratorTries {
  /**
   * Changes the failures under some keys as `decide` says, all together, and answers what it says. It may be asked again
   * when others change them meanwhile; nothing is answered, and nothing changed, if that does not end.
   */
  change<T>(
    keys: readonly string[],
    decide: (known: readonly (Failures | undefined)[]) => { answer: T; next?: readonly NextFailures[] },
  ): Promise<T | undefined>
  forget(key: string): Promise<void>
  /** Whether somebody has signed in by this name from this network in the last thirty days. */
  isKnown(pair: string): Promise<boolean>
  know(pair: string): Promise<void>
}

const KNOWN_MS = 30 * 24 * 3_600_000
// More than the rules let change before they refuse.
const ROUNDS = 64

const exchangeScript = defineScript<number>(`
for i, key in ipairs(KEYS) do
  if (redis.call('GET', key) or '') ~= ARGV[i] then return 0 end
end
for i, key in ipairs(KEYS) do
  local value, keep = ARGV[#KEYS + i], ARGV[2 * #KEYS + i]
  if value == '' then redis.call('DEL', key) else redis.call('SET', key, value, 'PX', keep) end
end
return 1
`)

export function createAdministratorTries(redis: Redis, prefix: string): AdministratorTries {
  // One hash tag: keys that change together are on one node.
  const keyOf = (name: string): string => `${prefix}{administrators}:${name}`
  return {
    async change(names, decide) {
      const keys = names.map((name) => keyOf(name))
      for (let round = 0; round < ROUNDS; round += 1) {
        const known = (await redis.mget(keys)).map((value) => value ?? '')
        const { answer, next } = decide(known.map(failuresOf))
        if (!next) return answer
        const values = next.map(({ failures }) => (failures ? `${failures.count}:${failures.lastAtMs}` : ''))
        const keeps = next.map(({ keepMs }) => keepMs)
        if ((await exchangeScript.run(redis, keys, [...known, ...values, ...keeps])) === 1) return answer
      }
      return undefined
    },
    async forget(name) {
      await redis.del(keyOf(name))
    },
    isKnown: async (pair) => (await redis.exists(keyOf(`known:${pair}`))) === 1,
    async know(pair) {
      await redis.set(keyOf(`known:${pair}`), 1, 'PX', KNOWN_MS)
    },
  }
}

function failuresOf(value: string): Failures | undefined {
  const [count, lastAtMs] = value.split(':').map(Number)
  return count === undefined || lastAtMs === undefined ? undefined : { count, lastAtMs }
}
