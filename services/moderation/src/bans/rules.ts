import type { Refused } from '@kla/chassis'
import { BAN_DURATION_MAX_MS, BAN_REASON_MAX, BAN_SCOPES, EVIDENCE_MAX_BYTES, NOTES_MAX, type BanScope } from '@kla/proto/web'
import { isId, isOneOf, isRefused, plainText } from '../shared/rules.js'

export interface Ban {
  readonly id: number
  readonly accountId: number
  readonly scope: BanScope
  /** Shown to the player. Empty for none, as notes and evidence. */
  readonly reason: string
  /** For administrators only. */
  readonly notes: string
  /** JSON text. */
  readonly evidence: string
  readonly bannedAtMs: number
  /** Undefined: permanent. */
  readonly expiresAtMs: number | undefined
  readonly bannedBy: string
  readonly liftedAtMs: number | undefined
  readonly liftedBy: string
  readonly liftReason: string
  readonly held: boolean
}

export interface BanOrder {
  readonly accountId: number
  readonly scope: BanScope
  readonly reason: string
  readonly notes: string
  readonly evidence: string
  /** 0: permanent. */
  readonly durationMs: number
}

export interface Change {
  readonly by: { readonly id: number; readonly name: string }
  readonly atMs: number
}

/** An empty scope is `global`. */
export function orderBan(given: Omit<BanOrder, 'scope'> & { readonly scope: string }): BanOrder | Refused {
  const { accountId, durationMs } = given
  const scope = given.scope === '' ? 'global' : given.scope
  const reason = plainText(given.reason, BAN_REASON_MAX)
  const notes = plainText(given.notes, NOTES_MAX)
  const evidence = evidenceText(given.evidence)
  if (isRefused(evidence)) return evidence
  if (isRefused(reason) || isRefused(notes)) return INVALID
  if (!isId(accountId) || !isOneOf(BAN_SCOPES, scope) || !isDuration(durationMs)) return INVALID
  return { accountId, scope, reason, notes, evidence, durationMs }
}

const INVALID: Refused = { refused: 'INVALID_FIELD' }

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

/** A repeat within this time is one ban. */
export const SAME_BAN_MS = 10_000
/** Auth and every principal carry them all. */
export const IN_FORCE_MAX = 50

export type BanDecision =
  | { readonly kind: 'set' }
  | { readonly kind: 'repeated'; readonly ban: Ban }
  | { readonly kind: 'too-many' }

/** `recent`: what the administrator set against the account within {@link SAME_BAN_MS}. */
export function decideBan(
  order: BanOrder,
  { recent, inForce }: { readonly recent: readonly Ban[]; readonly inForce: readonly Ban[] },
  nowMs: number,
): BanDecision {
  const ban = recent.find((each) => isRepeat(order, each, nowMs))
  if (ban) return { kind: 'repeated', ban }
  return { kind: inForce.length >= IN_FORCE_MAX ? 'too-many' : 'set' }
}

/** After a lift the same order sets the ban again. */
const isRepeat = (order: BanOrder, ban: Ban, nowMs: number): boolean =>
  isInForce(ban, nowMs) &&
  ban.bannedAtMs > nowMs - SAME_BAN_MS &&
  ban.accountId === order.accountId &&
  ban.scope === order.scope &&
  ban.reason === order.reason &&
  ban.notes === order.notes &&
  ban.evidence === order.evidence &&
  (ban.expiresAtMs === undefined ? 0 : ban.expiresAtMs - ban.bannedAtMs) === order.durationMs

export const isInForce = ({ liftedAtMs, expiresAtMs }: Ban, nowMs: number): boolean =>
  liftedAtMs === undefined && (expiresAtMs === undefined || expiresAtMs > nowMs)

export const longest = (bans: readonly Ban[], nowMs: number): Ban | undefined =>
  bans
    .filter((ban) => isInForce(ban, nowMs))
    .reduce<Ban | undefined>((found, ban) => (found && endOf(found) >= endOf(ban) ? found : ban), undefined)

const endOf = ({ expiresAtMs }: Ban): number => expiresAtMs ?? Infinity

export interface BanRestriction {
  readonly scope: BanScope
  /** 0: permanent. */
  readonly untilMs: number
  readonly reason: string
  readonly banId: number
}

export const restrictionsOf = (bans: readonly Ban[], nowMs: number): readonly BanRestriction[] =>
  bans
    .filter((ban) => isInForce(ban, nowMs))
    .map(({ id, scope, expiresAtMs, reason }) => ({ scope, untilMs: expiresAtMs ?? 0, reason, banId: id }))
    .sort((one, other) => one.banId - other.banId)
