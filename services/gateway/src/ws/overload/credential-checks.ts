import { KlaError } from '@kla/chassis'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { atMost } from '../../shared/at-most.js'
import { TokenBucket, type TokenBucketSettings } from '../../shared/token-bucket.js'
import type { AdmissionQueue, CallOwner, CallRequest } from './admission-queue.js'

/** A player's cookie or access token, or an administrator's bearer. */
export type CredentialKind = 'cookie' | 'token' | 'bearer'

/** A connection whose credentials are checked. */
export interface CredentialOwner extends CallOwner {
  readonly network: string
}

/** A check of credentials, with what is known of the account. */
export interface CredentialRequest extends Pick<CallRequest, 'findRank'> {
  readonly kind: CredentialKind
  readonly owner: CredentialOwner
  readonly accountId?: number | undefined
}

interface OfNetwork {
  readonly failures: TokenBucket
  readonly atOnce: ReturnType<typeof pLimit>
  readonly oneByOne: ReturnType<typeof pLimit>
  /** Bucket of recent failures; once empty, checks run one by one. */
  readonly doubts: TokenBucket
}

/**
 * Failures allowed per network. Cookies come with upgrades, already limited by network. Judges' bearers are limited
 * like console sign-ins.
 */
const FAILURES: Readonly<Record<Exclude<CredentialKind, 'cookie'>, TokenBucketSettings>> = {
  token: { burst: 400, perSecond: 5 },
  bearer: { burst: 20, perSecond: 0.5 },
}
/** Concurrent checks per network, so that invalid ones do not block auth. */
const AT_ONCE = { token: 16, bearer: 4 } as const
/** Failures, more than mistakes explain, before a network's checks run one by one. */
const DOUBTS: TokenBucketSettings = { burst: 10, perSecond: 1 }

const NETWORKS_MAX = 20_000
/** Time in which every bucket refills. */
const KEPT_MS = 120_000

export interface CredentialChecksDeps {
  readonly queue: Pick<AdmissionQueue, 'run'>
  /** Returns the time in milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/**
 * Checks credentials before requests wait for rooms. Networks take turns in their own queue, and invalid credentials of
 * a network are limited.
 */
export class CredentialChecks {
  readonly #networks = new LRUCache<string, OfNetwork>({ ...atMost(NETWORKS_MAX), ttl: KEPT_MS })

  constructor(private readonly deps: CredentialChecksDeps) {}

  /** Rejects with RATE_LIMITED or UNAVAILABLE, or as `work` does: NOT_SIGNED_IN if invalid. */
  async check<T>({ kind, owner, accountId, findRank }: CredentialRequest, work: () => Promise<T>): Promise<T> {
    const { queue } = this.deps
    const request = { owner, turn: { network: owner.network, accountId, kind }, findRank }
    if (kind === 'cookie') return queue.run(request, work)
    const known = this.#of(kind, owner.network)
    const judged = async (): Promise<T> => {
      if (!known.failures.has(this.deps.now())) throw new KlaError('RATE_LIMITED')
      try {
        return await work()
      } catch (error) {
        if (KlaError.from(error).reason === 'NOT_SIGNED_IN') {
          known.failures.take(this.deps.now())
          known.doubts.take(this.deps.now())
        }
        throw error
      }
    }
    if (!known.failures.has(this.deps.now())) throw new KlaError('RATE_LIMITED')
    const run = (): Promise<T> => queue.run(request, judged)
    return known.doubts.has(this.deps.now()) ? known.atOnce(run) : known.oneByOne(run)
  }

  #of(kind: keyof typeof FAILURES, network: string): OfNetwork {
    const key = `${kind} ${network}`
    const nowMs = this.deps.now()
    const known = this.#networks.get(key) ?? {
      failures: new TokenBucket(FAILURES[kind], nowMs),
      doubts: new TokenBucket(DOUBTS, nowMs),
      atOnce: pLimit(AT_ONCE[kind]),
      oneByOne: pLimit(1),
    }
    this.#networks.set(key, known)
    return known
  }
}
