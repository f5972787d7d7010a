import type { Refused } from '@kla/chassis'
import {
  BAN_DURATION_MAX_MS,
  BAN_REASON_MAX,
  BAN_SCOPES,
  BAN_THENS,
  type BanScope,
  type BanThen,
  EVIDENCE_MAX_BYTES,
  type Freshness,
  freshnessOf,
  NOTES_MAX,
  refusedField,
  type Versioned,
} from '@kla/proto/web'
import type { Note } from '../shared/notes.js'
import { choice, isId, isOneOf, plainText, soundFields } from '../shared/rules.js'

/** A ban of one account in one scope. */
export interface Ban extends Versioned {
  readonly id: number
  readonly accountId: number
  readonly scope: BanScope
  /** Shown to the player; may be empty. */
  readonly reason: string
  readonly notes: string
  readonly thread: readonly Note[]
  readonly evidence: string
  readonly bannedAtMs: number
  readonly expiresAtMs: number | undefined
  readonly bannedBy: string
  readonly liftedAtMs: number | undefined
  readonly liftedBy: string
  readonly liftReason: string
  readonly held: boolean
  readonly changedAtMs: number | undefined
  readonly changedBy: string
}

/** A validated order to ban an account. */
export interface BanOrder {
  readonly accountId: number
  readonly scope: BanScope
  readonly reason: string
  readonly notes: string
  readonly evidence: string
  /** Milliseconds; 0 if permanent. */
  readonly durationMs: number
}

/** The administrator who changes a ban, and when. */
export interface Change {
  readonly by: { readonly id: number; readonly name: string }
  readonly atMs: number
}

/** The ban that the administrator saw in the scope, and what to do with it. */
export interface Expected {
  readonly id: number
  readonly version: number
  readonly then: BanThen | undefined
}

export function readExpected(given: {
  readonly id: number
  readonly version: number
  readonly then: string
}): Expected | Refused {
  const { id, version, then } = given
  if (id === 0) return { id, version: 0, then: undefined }
  if (!isId(id) || !isId(version) || (then !== '' && !isOneOf(BAN_THENS, then))) return refusedField('expected')
  return { id, version, then: then === '' ? undefined : then }
}

export function orderBan(given: Omit<BanOrder, 'scope'> & { readonly scope: string }): BanOrder | Refused {
  const { accountId, durationMs } = given
  return soundFields({
    evidence: evidenceText(given.evidence),
    accountId: isId(accountId) ? accountId : refusedField('userId'),
    scope: choice(BAN_SCOPES, given.scope === '' ? 'global' : given.scope, 'scope'),
    reason: plainText(given.reason, BAN_REASON_MAX, 'reason'),
    notes: plainText(given.notes, NOTES_MAX, 'notes'),
    durationMs: isDuration(durationMs) ? durationMs : refusedField('durationMs'),
  })
}

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

/** Action of the audit entry about bans that are lifted together. */
export const LIFTED_ALL = 'bans.lift-all'

export const SAME_BAN_MS = 10_000
/** Limit of bans in force, which auth and every principal carry. */
export const IN_FORCE_MAX = 50

/** What an order does to the bans in force. */
export type BanDecision =
  | { readonly kind: 'set' }
  | { readonly kind: 'replace'; readonly ban: Ban }
  | { readonly kind: 'extend'; readonly ban: Ban; readonly expiresAtMs: number | undefined }
  | { readonly kind: 'repeated'; readonly ban: Ban }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'no-longer' }
  | { readonly kind: 'has-evidence' }
  | { readonly kind: 'already-banned' }
  | { readonly kind: 'changed-meanwhile' }

interface CurrentBans {
  readonly recent: readonly Ban[]
  readonly inForce: readonly Ban[]
}

/** Decides on an order. Without `expected`, it adds a ban. */
export function decideBan(
  order: BanOrder,
  { recent, inForce }: CurrentBans,
  by: { readonly id: number; readonly nowMs: number; readonly expected?: Expected | undefined },
): BanDecision {
  const { nowMs, expected } = by
  const ban = recent.find((each) => isRepeat(order, each, nowMs))
  if (ban) return { kind: 'repeated', ban }
  const known = longest(
    inForce.filter(({ scope }) => scope === order.scope),
    nowMs,
  )
  if (expected && (known !== undefined || expected.id !== 0)) return decideExpected(order, known, { ...by, expected })
  return { kind: inForce.length >= IN_FORCE_MAX ? 'too-many' : 'set' }
}

function decideExpected(
  order: BanOrder,
  known: Ban | undefined,
  { id: byId, nowMs, expected }: { readonly id: number; readonly nowMs: number; readonly expected: Expected },
): BanDecision {
  if (!known) return { kind: 'changed-meanwhile' }
  if (known.id !== expected.id || !expected.then) return { kind: 'already-banned' }
  const expiresAtMs = order.durationMs === 0 ? undefined : nowMs + order.durationMs
  const isExtended =
    known.expiresAtMs === undefined
      ? order.durationMs === 0
      : known.expiresAtMs - (known.changedAtMs ?? 0) === order.durationMs
  const fresh = freshnessOf(known, { version: expected.version, byId }, () => expected.then === 'extend' && isExtended)
  if (fresh === 'stale') return { kind: 'changed-meanwhile' }
  if (fresh === 'repeated') return { kind: 'repeated', ban: known }
  if (expected.then === 'replace') return { kind: 'replace', ban: known }
  if (order.evidence !== '' && known.evidence !== '' && order.evidence !== known.evidence)
    return { kind: 'has-evidence' }
  const isLater = known.expiresAtMs !== undefined && (expiresAtMs === undefined || expiresAtMs > known.expiresAtMs)
  return isLater ? { kind: 'extend', ban: known, expiresAtMs } : { kind: 'no-longer' }
}

export const freshness = (
  ban: Ban,
  { byId, version, nowMs }: { readonly byId: number; readonly version?: number | undefined; readonly nowMs: number },
): Freshness => freshnessOf(ban, { version, byId }, () => !isInForce(ban, nowMs))

/** True if exactly the seen bans are in force, unchanged. */
export const areSeen = (inForce: readonly Ban[], seen: ReadonlyMap<number, number>): boolean =>
  inForce.length === seen.size && inForce.every(({ id, version }) => seen.get(id) === version)

/** False after a lift, so that the same order bans again. */
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

/** A ban in force as auth stores it. */
export interface BanRestriction {
  readonly scope: BanScope
  /** Unix milliseconds; 0 if permanent. */
  readonly untilMs: number
  readonly reason: string
  readonly banId: number
}

export const restrictionsOf = (bans: readonly Ban[], nowMs: number): readonly BanRestriction[] =>
  bans
    .filter((ban) => isInForce(ban, nowMs))
    .map(({ id, scope, expiresAtMs, reason }) => ({ scope, untilMs: expiresAtMs ?? 0, reason, banId: id }))
    .sort((one, other) => one.banId - other.banId)
