import { LRUCache } from 'lru-cache'
import { atMost } from '../../shared/at-most.js'
import { TokenBucket } from '../../shared/token-bucket.js'
import { RateLimiter } from './rate-limits.js'

/** Sockets allowed per account and network. */
export interface SocketCaps {
  readonly perAccount: number
  readonly perNetwork: number
}

interface OfAccount {
  readonly limiter: RateLimiter
  sockets: number
}

interface OfNetwork {
  readonly opening: TokenBucket
  sockets: number
}

/** Time in which every bucket refills. */
const KEPT_MS = 60_000
const KEPT_MAX = 20_000

/** Limits per account and network; an account's sockets share rates. */
export class SocketLimits {
  readonly #accounts = new Limited<number, OfAccount>()
  readonly #networks = new Limited<string, OfNetwork>()

  constructor(
    private readonly caps: SocketCaps,
    private readonly now: () => number,
  ) {}

  admitUpgrade(network: string): boolean {
    const { perNetwork } = this.caps
    const known = this.#networkOf(network)
    return known.sockets < perNetwork && known.opening.take(this.now())
  }

  opened(network: string): void {
    this.#networks.hold(network, this.#networkOf(network))
  }

  closed(network: string): void {
    this.#networks.letGo(network)
  }

  /** Returns the account's shared limiter; undefined at the cap. */
  join(accountId: number): RateLimiter | undefined {
    const account = this.#accounts.get(accountId) ?? { limiter: new RateLimiter(this.now), sockets: 0 }
    if (account.sockets >= this.caps.perAccount) return undefined
    this.#accounts.hold(accountId, account)
    return account.limiter
  }

  leave(accountId: number): void {
    this.#accounts.letGo(accountId)
  }

  #networkOf(network: string): OfNetwork {
    const known = this.#networks.get(network)
    if (known) return known
    const { perNetwork } = this.caps
    const opening = new TokenBucket({ burst: perNetwork, perSecond: perNetwork / 60 }, this.now())
    const fresh = { opening, sockets: 0 }
    this.#networks.note(network, fresh)
    return fresh
  }
}

/** Keeps entries a while after their last socket. */
class Limited<Key extends string | number, Entry extends { sockets: number }> {
  readonly #held = new Map<Key, Entry>()
  readonly #left = new LRUCache<Key, Entry>({ ...atMost(KEPT_MAX), ttl: KEPT_MS })

  get(key: Key): Entry | undefined {
    return this.#held.get(key) ?? this.#left.get(key)
  }

  note(key: Key, entry: Entry): void {
    this.#left.set(key, entry)
  }

  hold(key: Key, entry: Entry): void {
    entry.sockets += 1
    this.#held.set(key, entry)
    this.#left.delete(key)
  }

  letGo(key: Key): void {
    const entry = this.#held.get(key)
    if (!entry) return
    entry.sockets -= 1
    if (entry.sockets > 0) return
    this.#held.delete(key)
    this.#left.set(key, entry)
  }
}
