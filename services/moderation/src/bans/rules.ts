import { BAN_DURATION_MAX_MS, BAN_REASON_MAX, BAN_SCOPES, type BanScope, EVIDENCE_MAX_BYTES, NOTES_MAX } from '@kla/proto/web'
import { isId, isOneOf, isRefused, plainText, type Refused } from '../shared/rules.js'

/** A ban as it is stored. */
export interface Ban {
  readonly id: number
  readonly accountId: number
  readonly scope: BanScope
  /** The banned person reads it. Empty for none, as notes and evidence. */
  readonly reason: string
  /** For administrators alone. */
  readonly notes: string
  /** JSON text. */
  readonly evidence: string
  /** All times in Unix milliseconds. */
  readonly bannedAtMs: number
  /** Undefined: permanent. */
  readonly expiresAtMs: number | undefined
  readonly bannedBy: string
  readonly liftedAtMs: number | undefined
  readonly liftedBy: string
  readonly liftReason: string
  /** Kept from being erased. */
  readonly held: boolean
}

/** Whether a ban takes effect at this time. */
export const isInForce = ({ liftedAtMs, expiresAtMs }: Ban, nowMs: number): boolean =>
  liftedAtMs === undefined && (expiresAtMs === undefined || expiresAtMs > nowMs)

/** What an administrator may order: a ban that does not stand yet. */
export interface BanOrder {
  readonly accountId: number
  readonly scope: BanScope
  readonly reason: string
  readonly notes: string
  readonly evidence: string
  /** Milliseconds; 0: permanent. */
  readonly durationMs: number
}

/** The same as it comes, where nothing was checked. */
interface WantedBan extends Omit<BanOrder, 'scope'> {
  readonly scope: string
}

/** Reads an order of a ban, or says what is wrong with it. An empty scope is the usual one. */
export function orderBan(given: WantedBan): BanOrder | Refused {
  const { accountId, durationMs } = given
  const scope = given.scope === '' ? 'global' : given.scope
  const reason = plainText(given.reason, BAN_REASON_MAX)
  const notes = plainText(given.notes, NOTES_MAX)
  const evidence = evidenceText(given.evidence)
  if (isRefused(evidence)) return evidence
  if (isRefused(reason) || isRefused(notes)) return INVALID_BAN
  if (!isId(accountId) || !isOneOf(BAN_SCOPES, scope) || !isDuration(durationMs)) return INVALID_BAN
  return { accountId, scope, reason, notes, evidence, durationMs }
}

const INVALID_BAN: Refused = { refused: 'INVALID_FIELD' }

const isDuration = (ms: number): boolean => Number.isSafeInteger(ms) && ms >= 0 && ms <= BAN_DURATION_MAX_MS

function evidenceText(given: string): string | Refused {
  const text = given.trim()
  if (text === '') return text
  if (new TextEncoder().encode(text).length > EVIDENCE_MAX_BYTES) return { refused: 'EVIDENCE_INVALID' }
  try {
    JSON.parse(text)
    return text
  } catch {
    return { refused: 'EVIDENCE_INVALID' }
  }
}

/** Within this time the same ban by the same administrator is one that was sent twice, milliseconds. */
export const SAME_BAN_MS = 10_000

/**
 * The ban that an order has led to already, among those that its administrator has lately set against the same account.
 * One that was lifted since is another one: then it is meant to be set again.
 */
export const sameBan = (order: BanOrder, lately: readonly Ban[], nowMs: number): Ban | undefined =>
  lately.find(
    (ban) =>
      isInForce(ban, nowMs) &&
      ban.bannedAtMs > nowMs - SAME_BAN_MS &&
      ban.accountId === order.accountId &&
      ban.scope === order.scope &&
      ban.reason === order.reason &&
      ban.notes === order.notes &&
      ban.evidence === order.evidence &&
      (ban.expiresAtMs === undefined ? 0 : ban.expiresAtMs - ban.bannedAtMs) === order.durationMs,
  )

/** The ban in force that lasts longest; undefined when none is. */
export const longest = (bans: readonly Ban[], nowMs: number): Ban | undefined =>
  bans
    .filter((ban) => isInForce(ban, nowMs))
    .reduce<Ban | undefined>((found, ban) => (found && endOf(found) >= endOf(ban) ? found : ban), undefined)

const endOf = ({ expiresAtMs }: Ban): number => expiresAtMs ?? Infinity

/** What a ban in force leaves somebody without. */
export interface BanRestriction {
  readonly scope: BanScope
  /** Unix milliseconds; 0: for good. */
  readonly untilMs: number
  readonly reason: string
  readonly banId: number
}

/** One restriction for each ban in force, in the order in which they were set. */
export const restrictionsOf = (bans: readonly Ban[], nowMs: number): readonly BanRestriction[] =>
  bans
    .filter((ban) => isInForce(ban, nowMs))
    .map(({ id, scope, expiresAtMs, reason }) => ({ scope, untilMs: expiresAtMs ?? 0, reason, banId: id }))
    .sort((one, other) => one.banId - other.banId)
