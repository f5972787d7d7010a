import { GRAVE_CATEGORIES, type ReportCategory } from '@kla/proto/web'

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
