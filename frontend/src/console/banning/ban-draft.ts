import { BAN_DURATIONS, BAN_DURATION_MAX_MS, type BanCreation, type BanScope } from '@kla/proto/web'
import { readUserId } from '../subjects/read-user-id.js'

const DAY_MS = 86_400_000

export const DURATION_CHOICES = ['permanent', '1h', '24h', '7d', '30d', 'custom'] as const
export type DurationChoice = (typeof DURATION_CHOICES)[number]

/** A ban as it is being written. */
export interface BanDraft {
  userId: string
  scope: BanScope
  duration: DurationChoice
  /** Of a custom duration. */
  days: string
  reason: string
  notes: string
  evidence: string
}

export const emptyDraft: BanDraft = {
  userId: '',
  scope: 'global',
  duration: 'permanent',
  days: '',
  reason: '',
  notes: '',
  evidence: '',
}

export interface DraftErrors {
  userId?: string
  days?: string
  evidence?: string
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Milliseconds, or null for permanent: also what a custom duration is that is no positive number of days. */
export function durationOf({ duration, days }: Pick<BanDraft, 'duration' | 'days'>): number | null {
  if (duration !== 'custom') return BAN_DURATIONS[duration]
  const count = Number(days)
  return Number.isFinite(count) && count > 0 ? Math.max(1, Math.round(count * DAY_MS)) : null
}

/** What keeps a draft from being sent (specification of the platform, section 5). */
export function draftErrors(draft: BanDraft): DraftErrors {
  const errors: DraftErrors = {}
  if (readUserId(draft.userId) === null) errors.userId = 'User ID is required.'
  if ((durationOf(draft) ?? 0) > BAN_DURATION_MAX_MS) {
    errors.days = `At most ${BAN_DURATION_MAX_MS / DAY_MS} days. Longer than that is permanent.`
  }
  if (draft.evidence.trim() !== '' && !isJson(draft.evidence)) errors.evidence = 'Evidence JSON is invalid.'
  return errors
}

/** What is sent for a draft without errors. */
export const toBanCreation = (draft: BanDraft): BanCreation => ({
  userId: readUserId(draft.userId) ?? 0,
  scope: draft.scope,
  durationMs: durationOf(draft),
  reason: draft.reason.trim() || null,
  notes: draft.notes.trim() || null,
  ...(draft.evidence.trim() !== '' && { evidenceJson: JSON.parse(draft.evidence) as unknown }),
})
