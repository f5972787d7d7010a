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
