import type { ApprovalTerms, Refused } from '@kla/chassis'
import { BAN_REASON_MAX, refusedField, type ReportCategory } from '@kla/proto/web'
import { choice, isGrave, isId, requiredText, soundFields } from '../shared/rules.js'

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

const DAY_MS = 24 * 3_600_000

/** Retention of ended duties, hand-over notes and batches of reports: long enough to answer who was on duty when something went wrong. */
export const SHIFTS_MS = 90 * DAY_MS

/** Rows of the desk, which no one deletes by hand. */
export const DESK_BATCHES = [
  'jobs',
  'grave jobs',
  'account notes',
  'handover notes',
  'duties',
  'hard looks',
  'report batches',
] as const
export type DeskBatch = (typeof DESK_BATCHES)[number]

/** Returns the time until which rows of the desk must be over to be erased. */
export function overUntil(batch: DeskBatch, nowMs: number, { reportMs, graveMs, banMs }: Retention): number {
  const keptMs: Readonly<Record<DeskBatch, number>> = {
    jobs: reportMs,
    'grave jobs': graveMs,
    'account notes': banMs,
    'handover notes': SHIFTS_MS,
    duties: SHIFTS_MS,
    'hard looks': DAY_MS,
    'report batches': SHIFTS_MS,
  }
  return nowMs - keptMs[batch]
}

export const heldOf = ({ kind, id }: { kind: string; id: number }): Held | Refused =>
  soundFields({ kind: choice(HELD_KINDS, kind, 'kind'), id: isId(id) ? id : refusedField('id') })

/** Required: without a reason no one dares to release a hold. */
export const holdReason = (given: string): string | Refused => requiredText(given, BAN_REASON_MAX, 'reason')

/** Names releases in approvals and in the audit log. */
export const RELEASE_ACTION = 'holds.release'

/** Release of this hold: another one that is placed later needs an approval of its own. */
export const releaseTerms = ({ kind, id }: Held, placedAtMs: number): ApprovalTerms => ({
  action: RELEASE_ACTION,
  params: { kind, id, placed_at: placedAtMs },
})
