import {
  ADDRESS,
  attempt,
  forgive,
  NAME_ANYWHERE,
  NAME_AT_ADDRESS,
  type Counted,
  type LockoutRule,
} from '../domain/administrator-lockout.js'
import { networkOf } from '../domain/administrator-network.js'
import type { AdministratorTries } from '../store/administrator-tries.js'
import { hashOf } from '../tokens/secrets.js'

/** An attempt that may be looked at. It has been counted as a failure. */
export interface Entered {
  /** It was no failure, and no success either. */
  forgive(): Promise<void>
  /** It was the right person. */
  welcome(): Promise<void>
}

export type Entry = Entered | { readonly waitMs: number }

export interface Lockout {
  /** Somebody at an address who says a name. */
  signIn(name: string, address: string): Promise<Entry>
  /** Somebody with a session who says its owner's password. */
  ownPassword(administratorId: number): Promise<Entry>
}

/** What failures are counted under, and by which rule. */
interface Count {
  readonly key: string
  readonly rule: LockoutRule
}

type CountOutcome = { readonly counted: readonly Counted[] } | { readonly waitMs: number }

// When so many try at once that the counts never stand still.
const CROWD_WAIT_MS = 1_000

export function createLockout({ tries, now }: { tries: AdministratorTries; now: () => number }): Lockout {
  /** Counts an attempt everywhere, or nowhere if it has to wait. */
  async function count(counts: readonly Count[]): Promise<CountOutcome> {
    const nowMs = now()
    const outcome = await tries.change<CountOutcome>(keysOf(counts), (known) => {
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

  async function takeBack(counts: readonly Count[], counted: readonly Counted[]): Promise<void> {
    if (counts.length === 0) return
    await tries.change(keysOf(counts), (known) => ({
      answer: undefined,
      next: known.map((failures, at) => ({
        failures: forgive(failures, counted[at]!),
        keepMs: counts[at]!.rule.forgetMs,
      })),
    }))
  }

  async function enter(own: Count, shared: readonly Count[]): Promise<Entry> {
    const outcome = await count([own, ...shared])
    if ('waitMs' in outcome) return outcome
    const { counted } = outcome
    return {
      forgive: () => takeBack([own, ...shared], counted),
      welcome: async () => {
        await Promise.all([tries.forget(own.key), takeBack(shared, counted.slice(1))])
      },
    }
  }

  return {
    async signIn(name, address) {
      const network = networkOf(address)
      const pair = hashOf(`${name} ${network}`)
      // Who has signed in from here before is not locked out by what others do elsewhere.
      const shared = (await tries.isKnown(pair))
        ? []
        : [
            { key: `name:${hashOf(name)}`, rule: NAME_ANYWHERE },
            { key: `address:${hashOf(network)}`, rule: ADDRESS },
          ]
      const entry = await enter({ key: `pair:${pair}`, rule: NAME_AT_ADDRESS }, shared)
      if ('waitMs' in entry) return entry
      return { ...entry, welcome: async () => void (await Promise.all([entry.welcome(), tries.know(pair)])) }
    },
    ownPassword: (administratorId) => enter({ key: `own:${administratorId}`, rule: NAME_AT_ADDRESS }, []),
  }
}

const keysOf = (counts: readonly Count[]): string[] => counts.map(({ key }) => key)
