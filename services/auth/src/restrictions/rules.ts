import { BAN_SCOPES } from '@kla/proto/web'

/** Restriction that a ban imposes on a scope. */
export interface Restriction {
  readonly scope: string
  readonly untilMs: number
  readonly reason: string
  readonly banId: number
}

/** Restrictions of an account; version 0 if never any. */
export interface AccountRestrictions {
  readonly accountId: number
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/** Versions are times in milliseconds, or counted on from one. A forged one would make later real ones look old. */
export const VERSION_AHEAD_MAX_MS = 3_600_000

export const jumps = (version: number, nowMs: number): boolean => version > nowMs + VERSION_AHEAD_MAX_MS

const scopes: ReadonlySet<string> = new Set(BAN_SCOPES)

export const inForce = (restrictions: readonly Restriction[], nowMs: number): Restriction[] =>
  restrictions.filter(({ untilMs }) => untilMs === 0 || untilMs > nowMs)

export function checkRestrictions(
  given: AccountRestrictions,
): AccountRestrictions | { readonly refused: 'INVALID_FIELD' } {
  const sound =
    Number.isSafeInteger(given.version) &&
    given.version > 0 &&
    given.restrictions.every(({ scope, untilMs }) => scopes.has(scope) && Number.isSafeInteger(untilMs) && untilMs >= 0)
  return sound ? given : { refused: 'INVALID_FIELD' }
}
