import { BAN_SCOPES } from '@kla/proto/web'

/** Something that an account may not do, for a time. */
export interface Restriction {
  /** One of BAN_SCOPES. */
  readonly scope: string
  /** Unix milliseconds; 0: permanent. */
  readonly untilMs: number
  /** For the player to read; may be empty. */
  readonly reason: string
  /** The ban behind it. */
  readonly banId: number
}

/** All restrictions of an account; the higher version is newer, 0: there never were any. */
export interface AccountRestrictions {
  readonly accountId: number
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/**
 * Moderation counts an account's ban changes one by one and sends only the newest, so an outage skips some, but never this
 * many. Without a limit one forged version would keep out every real one after it.
 */
export const VERSIONS_AHEAD_MAX = 1_000

/** Whether a version is too far ahead of the stored one (0: none) to be real. */
export const jumps = (knownVersion: number, version: number): boolean => version > knownVersion + VERSIONS_AHEAD_MAX

const scopes: ReadonlySet<string> = new Set(BAN_SCOPES)

export const inForce = (restrictions: readonly Restriction[], nowMs: number): Restriction[] =>
  restrictions.filter(({ untilMs }) => untilMs === 0 || untilMs > nowMs)

/** Restrictions as they may be stored: known scopes and sound times only. */
export function checkRestrictions(
  given: AccountRestrictions,
): AccountRestrictions | { readonly refused: 'INVALID_FIELD' } {
  const sound =
    Number.isSafeInteger(given.version) &&
    given.version > 0 &&
    given.restrictions.every(({ scope, untilMs }) => scopes.has(scope) && Number.isSafeInteger(untilMs) && untilMs >= 0)
  return sound ? given : { refused: 'INVALID_FIELD' }
}
