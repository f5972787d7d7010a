import type { Restriction } from '@kla/proto'
import { BAN_SCOPES, REASONS, type BanScope } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import { banAgainst, statementOf } from '../shared/bans.js'

/** What an account may not do; of two the one with the higher version is newer. */
export interface AccountRestrictions {
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/** Whether an account's age verdict is locked; of two the one with the higher revision is newer. */
export interface AgeLock {
  readonly revision: number
  readonly locked: boolean
}

export interface RestrictionsDeps {
  /** Unix milliseconds: when bans end. */
  readonly now: () => number
  /** An account's standing is another one now. */
  readonly changed: (accountId: number) => void
}

// Far more than were ever banned and are connected here at once: some 20 MB at most.
const ACCOUNTS_MAX = 100_000

/**
 * What is known here of bans, by account. It is kept when the last connection has gone: a sign-in that was under way
 * when a ban was set brings the older standing.
 */
export class Restrictions {
  readonly #known = new LRUCache<number, AccountRestrictions>({ max: ACCOUNTS_MAX })
  readonly #ages = new LRUCache<number, AgeLock>({ max: ACCOUNTS_MAX })

  constructor(private readonly deps: RestrictionsDeps) {}

  /** Takes a standing, from wherever it came, unless it is no newer than the one that is known. */
  learn(accountId: number, { version, restrictions }: AccountRestrictions): void {
    if (version <= this.versionOf(accountId)) return
    this.#known.set(accountId, { version, restrictions })
    this.deps.changed(accountId)
  }

  /** Takes what is said of an account's age verdict, unless it is no newer than what is known. */
  learnAge(accountId: number, { revision, locked }: AgeLock): void {
    if (revision <= this.ageRevisionOf(accountId)) return
    this.#ages.set(accountId, { revision, locked })
    this.deps.changed(accountId)
  }

  /** 0: the account's age verdict was never locked. */
  ageRevisionOf(accountId: number): number {
    return this.#ages.get(accountId)?.revision ?? 0
  }

  /** Why rooms, searches and watching are closed to an account now, for the player to read; undefined: they are open. */
  whyRoomsAreClosed(accountId: number): string | undefined {
    const ban = this.banAgainst(accountId, 'rooms')
    if (ban) return statementOf(ban).text
    return this.#ages.get(accountId)?.locked ? REASONS.AGE_NOT_CONFIRMED.text : undefined
  }

  /** 0: nothing was ever heard of the account. */
  versionOf(accountId: number): number {
    return this.#known.get(accountId)?.version ?? 0
  }

  /** The ban that forbids an account now what belongs to `scope`, if there is one. */
  banAgainst(accountId: number, scope: BanScope): Restriction | undefined {
    const standing = this.#known.get(accountId)
    return standing && banAgainst(standing.restrictions, scope, this.deps.now())
  }

  /** Whether anything is forbidden to an account now. */
  isRestricted(accountId: number): boolean {
    return BAN_SCOPES.some((scope) => this.banAgainst(accountId, scope) !== undefined)
  }
}
