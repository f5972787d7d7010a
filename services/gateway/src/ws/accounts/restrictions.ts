import type { Restriction } from '@kla/proto'
import { BAN_SCOPES, type BanScope, REASONS } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../shared/at-most.js'
import { banAgainst, statementOf } from '../../shared/bans.js'

/** Restrictions of an account at a version. */
export interface AccountRestrictions {
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/** An account's age lock at a revision. */
export interface AgeLock {
  readonly revision: number
  readonly locked: boolean
}

export interface RestrictionsDeps {
  /** Returns the time in Unix milliseconds. */
  readonly now: () => number
}

// About 20 MB at most.
const ACCOUNTS_MAX = 100_000

/** Restrictions, kept without connections: a concurrent sign-in may carry older ones. */
export class Restrictions {
  readonly #known = new LRUCache<number, AccountRestrictions>(atMost(ACCOUNTS_MAX))
  readonly #ages = new LRUCache<number, AgeLock>(atMost(ACCOUNTS_MAX))

  constructor(private readonly deps: RestrictionsDeps) {}

  /** Returns true unless the restrictions are older. */
  apply(accountId: number, { version, restrictions }: AccountRestrictions): boolean {
    if (version <= this.versionOf(accountId)) return false
    this.#known.set(accountId, { version, restrictions })
    return true
  }

  /** Returns true unless the lock is older. */
  applyAge(accountId: number, { revision, locked }: AgeLock): boolean {
    if (revision <= this.ageRevisionOf(accountId)) return false
    this.#ages.set(accountId, { revision, locked })
    return true
  }

  ageRevisionOf(accountId: number): number {
    return this.#ages.get(accountId)?.revision ?? 0
  }

  /** Text for a banned player; undefined if rooms are open. */
  roomsClosedReason(accountId: number): string | undefined {
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
