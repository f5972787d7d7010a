import type { Refused } from '@kla/chassis'
import { BAN_REASON_MAX, type ReportCategory } from '@kla/proto/web'
import { isGrave, isId, isOneOf, plainText } from '../shared/rules.js'

/** Retention of each kind of record, milliseconds. */
export interface Retention {
  readonly reportMs: number
  readonly graveMs: number
  readonly banMs: number
}

export type Erasable = [kind: 'report', category: ReportCategory] | [kind: 'ban', category: null]

/** Unix milliseconds; a hold extends it. */
export function eraseAfter(
  ...[kind, category, hiddenAtMs, retention]: [...Erasable, hiddenAtMs: number, retention: Retention]
): number {
  if (kind === 'ban') return hiddenAtMs + retention.banMs
  return hiddenAtMs + (isGrave(category) ? retention.graveMs : retention.reportMs)
}

export const hiddenUntil = (erasable: Erasable, nowMs: number, retention: Retention): number =>
  nowMs - eraseAfter(...erasable, 0, retention)

/** Kinds held here; library holds GIFs. */
const HELD_KINDS = ['report', 'ban'] as const
export type HeldKind = (typeof HELD_KINDS)[number]

export interface Held {
  readonly kind: HeldKind
  readonly id: number
}

const INVALID: Refused = { refused: 'INVALID_FIELD' }

export const heldOf = ({ kind, id }: { kind: string; id: number }): Held | Refused =>
  isOneOf(HELD_KINDS, kind) && isId(id) ? { kind, id } : INVALID

/** Required: without a reason no one dares to release a hold. */
export function holdReason(given: string): string | Refused {
  const reason = plainText(given, BAN_REASON_MAX)
  return reason === '' ? INVALID : reason
}
