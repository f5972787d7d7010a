import { BAN_SCOPES } from '@kla/proto/web'

/** Something that an account may not do, for a time. */
export interface Restriction {
  /** One of BAN_SCOPES. */
  readonly scope: string
  /** Unix milliseconds; 0: for good. */
  readonly untilMs: number
  /** Why, for the person to read; may be empty. */
  readonly reason: string
  /** The ban behind it. */
  readonly banId: number
}

/** All that an account may not do. Of two, the one with the higher version is newer; 0: there never was anything. */
export interface AccountRestrictions {
  readonly accountId: number
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/**
 * How many versions auth may have missed. Moderation counts the changes of an account's bans one by one and tells of the
 * newest alone, so those of an outage are passed over; but nobody decides so often about one account. Taken from further
 * ahead, one forged version would keep out every real one after it.
 */
export const VERSIONS_AHEAD_MAX = 1_000

/** Whether a version is further ahead of the one that is known (0: none) than moderation can have come. */
export const jumps = (knownVersion: number, version: number): boolean => version > knownVersion + VERSIONS_AHEAD_MAX

const scopes: ReadonlySet<string> = new Set(BAN_SCOPES)

/** Those that have not run out. */
export const inForce = (restrictions: readonly Restriction[], nowMs: number): Restriction[] =>
  restrictions.filter(({ untilMs }) => untilMs === 0 || untilMs > nowMs)

/** Restrictions as they may be stored, or why not: what nobody could tell in force must not be kept. */
export function checkRestrictions(
  given: AccountRestrictions,
): AccountRestrictions | { readonly refused: 'INVALID_FIELD' } {
  const sound =
    Number.isSafeInteger(given.version) &&
    given.version > 0 &&
    given.restrictions.every(({ scope, untilMs }) => scopes.has(scope) && Number.isSafeInteger(untilMs) && untilMs >= 0)
  return sound ? given : { refused: 'INVALID_FIELD' }
}
