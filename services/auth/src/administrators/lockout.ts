import { defineScript, KlaError, type Redis } from '@kla/chassis'
import type { ErrorCode } from '@kla/proto/web'
import { hashOf } from '../shared/tokens.js'
import {
  ADDRESS,
  attempt,
  CHALLENGES,
  type Counted,
  type Failures,
  forgive,
  type LockoutRule,
  NAME_ANYWHERE,
  NAME_AT_ADDRESS,
  networkOf,
} from './rules/lockout.js'

interface AdmittedAttempt {
  /** Runs a part of the attempt. Forgives the attempt if the part fails by our own fault, which judged no credential. */
  during<T>(work: () => Promise<T>): Promise<T>
  forgive(): Promise<void>
  succeed(): Promise<void>
}

type LockoutResult = AdmittedAttempt | { readonly waitMs: number }

/** Limits on password attempts by name and network. */
export interface Lockout {
  signIn(name: string, address: string): Promise<LockoutResult>
  ownPassword(administratorId: number): Promise<LockoutResult>
  /** Counts by network alone: a passkey's answer names no account that one could trust. */
  passkey(address: string): Promise<LockoutResult>
  /** Counts challenges; how long to wait, or 0. */
  challenge(address: string): Promise<number>
}

interface Count {
  readonly key: string
  readonly rule: LockoutRule
}

type CountOutcome = { readonly counted: readonly Counted[] } | { readonly waitMs: number }

const CROWD_WAIT_MS = 1_000

export function createLockout({ store, now }: { store: LockoutStore; now: () => number }): Lockout {
  async function count(counts: readonly Count[]): Promise<CountOutcome> {
    const nowMs = now()
    const outcome = await store.change<CountOutcome>(keysOf(counts), (known) => {
      const attempts = known.map((failures, at) => attempt(failures, counts[at]!.rule, nowMs))
      const counted = attempts.filter((one): one is Counted => !('refused' in one))
      if (counted.length < attempts.length) {
        return { answer: { waitMs: Math.max(...attempts.map((one) => ('refused' in one ? one.waitMs : 0))) } }
      }
      return {
        answer: { counted },
        next: counted.map(({ after }, at) => ({ failures: after, keepMs: counts[at]!.rule.forgetMs })),
      }
    })
    return outcome ?? { waitMs: CROWD_WAIT_MS }
  }

  async function uncount(counts: readonly Count[], counted: readonly Counted[]): Promise<void> {
    if (counts.length === 0) return
    await store.change(keysOf(counts), (known) => ({
      answer: undefined,
      next: known.map((failures, at) => ({
        failures: forgive(failures, counted[at]!),
        keepMs: counts[at]!.rule.forgetMs,
      })),
    }))
  }

  async function admit(own: Count, shared: readonly Count[]): Promise<LockoutResult> {
    const outcome = await count([own, ...shared])
    if ('waitMs' in outcome) return outcome
    const { counted } = outcome
    return admitted({
      forgive: () => uncount([own, ...shared], counted),
      succeed: async () => {
        await Promise.all([store.forget(own.key), uncount(shared, counted.slice(1))])
      },
    })
  }

  return {
    async signIn(name, address) {
      const network = networkOf(address)
      const pair = hashOf(`${name} ${network}`)
      // Attempts from elsewhere do not lock out a known network.
      const shared = (await store.isKnown(pair))
        ? []
        : [{ key: `name:${hashOf(name)}`, rule: NAME_ANYWHERE }, addressCount(network)]
      const entry = await admit({ key: `pair:${pair}`, rule: NAME_AT_ADDRESS }, shared)
      if ('waitMs' in entry) return entry
      return { ...entry, succeed: async () => void (await Promise.all([entry.succeed(), store.know(pair)])) }
    },
    async passkey(address) {
      const counts = [addressCount(networkOf(address))]
      const outcome = await count(counts)
      if ('waitMs' in outcome) return outcome
      const forgive = () => uncount(counts, outcome.counted)
      return admitted({ forgive, succeed: forgive })
    },
    async challenge(address) {
      const outcome = await count([{ key: `challenges:${hashOf(networkOf(address))}`, rule: CHALLENGES }])
      return 'waitMs' in outcome ? outcome.waitMs : 0
    },
    ownPassword: (administratorId) => admit({ key: `own:${administratorId}`, rule: NAME_AT_ADDRESS }, []),
  }
}

const OUR_FAULTS: ReadonlySet<string> = new Set<ErrorCode>(['unavailable', 'internal'])

const admitted = (ends: Pick<AdmittedAttempt, 'forgive' | 'succeed'>): AdmittedAttempt => ({
  ...ends,
  async during(work) {
    try {
      return await work()
    } catch (error) {
      if (OUR_FAULTS.has(KlaError.from(error).code)) await ends.forgive().catch(() => undefined)
      throw error
    }
  },
})

const addressCount = (network: string): Count => ({ key: `address:${hashOf(network)}`, rule: ADDRESS })

const keysOf = (counts: readonly Count[]): string[] => counts.map(({ key }) => key)

export const rateLimited = (waitMs: number): KlaError =>
  new KlaError('RATE_LIMITED', `Too many attempts. Try again in ${inWords(Math.ceil(waitMs / 1000))}.`)

const inWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`

interface NextFailures {
  readonly failures: Failures | undefined
  readonly keepMs: number
}

/** Counts of failures and known networks, in Redis. */
export interface LockoutStore {
  /** Changes all keys atomically and may repeat `decide`. Undefined if contention persists. */
  change<T>(
    keys: readonly string[],
    decide: (known: readonly (Failures | undefined)[]) => { answer: T; next?: readonly NextFailures[] },
  ): Promise<T | undefined>
  forget(key: string): Promise<void>
  /** True after a sign-in from this network within thirty days. */
  isKnown(pair: string): Promise<boolean>
  know(pair: string): Promise<void>
}

const KNOWN_MS = 30 * 24 * 3_600_000
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

export function createLockoutStore(redis: Redis, prefix: string): LockoutStore {
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
