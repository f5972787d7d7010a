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

/** Largest plausible step between versions: a forged one would make every later real one look old. */
export const VERSIONS_AHEAD_MAX = 1_000

export const jumps = (knownVersion: number, version: number): boolean => version > knownVersion + VERSIONS_AHEAD_MAX

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
