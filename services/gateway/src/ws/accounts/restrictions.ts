import type { Restriction } from '@kla/proto'
import { BAN_SCOPES, type BanScope, REASONS } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import { banAgainst, statementOf } from '../../shared/bans.js'

export interface AccountRestrictions {
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

export interface AgeLock {
  readonly revision: number
  readonly locked: boolean
}

export interface RestrictionsDeps {
  /** Clock in Unix milliseconds. */
  readonly now: () => number
  readonly changed: (accountId: number) => void
}

// About 20 MB at most.
const ACCOUNTS_MAX = 100_000

/** Restrictions by account, kept after the last connection closes, since a concurrent sign-in may carry older ones. */
export class Restrictions {
  readonly #known = new LRUCache<number, AccountRestrictions>({ max: ACCOUNTS_MAX })
  readonly #ages = new LRUCache<number, AgeLock>({ max: ACCOUNTS_MAX })

  constructor(private readonly deps: RestrictionsDeps) {}

  /** Applies newer values; older ones are ignored. */
  learn(accountId: number, { version, restrictions }: AccountRestrictions): void {
    if (version <= this.versionOf(accountId)) return
    this.#known.set(accountId, { version, restrictions })
    this.deps.changed(accountId)
  }

  /** Applies newer values; older ones are ignored. */
  learnAge(accountId: number, { revision, locked }: AgeLock): void {
    if (revision <= this.ageRevisionOf(accountId)) return
    this.#ages.set(accountId, { revision, locked })
    this.deps.changed(accountId)
  }

  ageRevisionOf(accountId: number): number {
    return this.#ages.get(accountId)?.revision ?? 0
  }

  /** Returns the text for the player; undefined if rooms are open. */
  whyRoomsAreClosed(accountId: number): string | undefined {
    const ban = this.banAgainst(accountId, 'rooms')
    if (ban) return statementOf(ban).text
    return this.#ages.get(accountId)?.locked ? REASONS.AGE_NOT_CONFIRMED.text : undefined
  }

  versionOf(accountId: number): number {
    return this.#known.get(accountId)?.version ?? 0
  }

  banAgainst(accountId: number, scope: BanScope): Restriction | undefined {
    const known = this.#known.get(accountId)
    return known && banAgainst(known.restrictions, scope, this.deps.now())
  }

  isRestricted(accountId: number): boolean {
    return BAN_SCOPES.some((scope) => this.banAgainst(accountId, scope) !== undefined)
  }
}
