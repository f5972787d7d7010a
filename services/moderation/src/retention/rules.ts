import { BAN_REASON_MAX, GRAVE_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { isId, isOneOf, plainText, type Refused } from '../shared/rules.js'

/** How long what was deleted is kept out of sight before it is erased, milliseconds. */
export interface Retention {
  readonly reportMs: number
  /** Of reports of child safety and crime. */
  readonly graveMs: number
  readonly banMs: number
}

/** What is hidden before it is erased. */
export type Erasable = [kind: 'report', category: ReportCategory] | [kind: 'ban', category: null]

const GRAVE: ReadonlySet<string> = new Set(GRAVE_CATEGORIES)

/** Whether reports of this category exist only for who may see the grave ones. */
export const isGrave = (category: ReportCategory): boolean => GRAVE.has(category)

/**
 * When something that was hidden may be erased, Unix milliseconds; a hold keeps it beyond. Bans have no category:
 * `eraseAfter('ban', null, …)`.
 */
export function eraseAfter(
  ...[kind, category, hiddenAtMs, retention]: [...Erasable, hiddenAtMs: number, retention: Retention]
): number {
  if (kind === 'ban') return hiddenAtMs + retention.banMs
  return hiddenAtMs + (isGrave(category) ? retention.graveMs : retention.reportMs)
}

/** What was hidden up to then may be erased now, Unix milliseconds. */
export const hiddenUntil = (erasable: Erasable, nowMs: number, retention: Retention): number =>
  nowMs - eraseAfter(...erasable, 0, retention)

/** What can be held here; GIFs are held in the library. */
const HELD_KINDS = ['report', 'ban'] as const
export type HeldKind = (typeof HELD_KINDS)[number]

/** Something that must not be erased. */
export interface Held {
  readonly kind: HeldKind
  readonly id: number
}

const INVALID_HOLD: Refused = { refused: 'INVALID_FIELD' }

/** What a request means, or INVALID_FIELD. */
export const heldOf = ({ kind, id }: { kind: string; id: number }): Held | Refused =>
  isOneOf(HELD_KINDS, kind) && isId(id) ? { kind, id } : INVALID_HOLD

/** Why it is held: a hold without a reason is one that nobody dares to release. */
export function holdReason(given: string): string | Refused {
  const reason = plainText(given, BAN_REASON_MAX)
  return reason === '' ? INVALID_HOLD : reason
}
