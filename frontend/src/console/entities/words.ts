import {
  type DeletionView,
  GRAVE_CATEGORIES,
  type MemberView,
  type ReportCategory,
  type ReportStatus,
} from '@kla/proto/web'
import { dayWords } from '../../shared/time/when-words.js'
import type { PillTone } from '../kit/text.js'

export const STATUS_WORDS: Readonly<Record<ReportStatus, string>> = {
  pending: 'Pending',
  reviewed: 'Reviewed',
  action_taken: 'Action Taken',
  dismissed: 'Dismissed',
}

export const STATUS_TONES: Readonly<Record<ReportStatus, PillTone>> = {
  pending: 'amber',
  reviewed: 'blue',
  action_taken: 'green',
  dismissed: 'red',
}

export const REPORT_CATEGORY_WORDS: Readonly<Record<ReportCategory, string>> = {
  abuse: 'Abuse',
  spam: 'Spam',
  harassment: 'Harassment',
  cheating: 'Cheating',
  other: 'Other',
  possible_minor: 'Possible Minor',
  non_consensual: 'Non-Consensual',
  illegal_content: 'Illegal Content',
  threat: 'Threat',
  self_harm: 'Self-Harm',
  recorded_me: 'Recorded Me',
  name: 'Name',
}

/** Name that other players may see instead of Discord's. */
export const playerNameWords = ({
  player_name,
  under_player_name,
}: Pick<MemberView, 'player_name' | 'under_player_name'>): string =>
  player_name ? `${player_name} (${under_player_name ? 'others see it' : 'others see Discord'})` : '-'

/** True if seeing it needs the permission `reports.grave`. */
export const isGrave = (category: ReportCategory): boolean => GRAVE_CATEGORIES.some((grave) => grave === category)

export const WHAT_DELETING_DOES = 'It is hidden at once, and erased when its retention is over, unless a hold keeps it.'

export const deletedWords = ({ erase_after, held }: Pick<DeletionView, 'erase_after' | 'held'>): string =>
  held
    ? 'Hidden now. A hold keeps it from being erased.'
    : `Hidden now, and erased on ${dayWords(erase_after)} unless a hold keeps it.`
