import type { Restriction } from '@kla/proto'
import { BAN_SCOPES, type BanScope } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import { banAgainst } from '../statement.js'

/** What an account may not do; of two the one with the higher version is newer. */
export interface Standing {
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

export interface StandingsParts {
  /** Unix milliseconds: when bans end. */
  readonly now: () => number
  /** An account's standing is another one now. */
  readonly changed: (accountId: number) => void
}

// Far more than were ever banned and are connected here at once: some 20 MB at most.
const STANDINGS_MAX = 100_000

/**
 * What is known here of bans, by account. It is kept when the last connection has gone: a sign-in that was under way
 * when a ban was set brings the older standing.
 */
export class Standings {
  readonly #known = new LRUCache<number, Standing>({ max: STANDINGS_MAX })

  constructor(private readonly parts: StandingsParts) {}

  /** Takes a standing, from wherever it came, unless it is no newer than the one that is known. */
  learn(accountId: number, { version, restrictions }: Standing): void {
    if (version <= this.versionOf(accountId)) return
    this.#known.set(accountId, { version, restrictions })
    this.parts.changed(accountId)
  }

  /** 0: nothing was ever heard of the account. */
  versionOf(accountId: number): number {
    return this.#known.get(accountId)?.version ?? 0
  }

  /** The ban that forbids an account now what belongs to `scope`, if there is one. */
  banAgainst(accountId: number, scope: BanScope): Restriction | undefined {
    const standing = this.#known.get(accountId)
    return standing && banAgainst(standing.restrictions, scope, this.parts.now())
  }

  /** Whether anything is forbidden to an account now. */
  isRestricted(accountId: number): boolean {
    return BAN_SCOPES.some((scope) => this.banAgainst(accountId, scope) !== undefined)
  }
}
