import { ONE_PRESS_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { REPORT, REPORT_CATEGORIES, STILLS } from '../../texts/reports.js'

/** A category in the report form. */
export interface ReportChoice {
  readonly value: ReportCategory
  readonly label: string
}

const OFFERED = [
  'possible_minor',
  'threat',
  'self_harm',
  'non_consensual',
  'illegal_content',
  'recorded_me',
  'harassment',
  'abuse',
  'spam',
  'cheating',
  'other',
] as const satisfies readonly ReportCategory[]

/** Gravest first, quick to find. */
export const REPORT_CHOICES: readonly ReportChoice[] = OFFERED.map((value) => ({
  value,
  label: REPORT_CATEGORIES[value],
}))

/** Names any category; reports of names have no choice in the form. */
export const categoryWords = (category: ReportCategory): string => REPORT_CATEGORIES[category]

export type OnePress = (typeof ONE_PRESS_CATEGORIES)[number]

export const needsText = (category: ReportCategory, incident: string | null): boolean =>
  incident === null || !(ONE_PRESS_CATEGORIES as readonly ReportCategory[]).includes(category)

export const stillsHint = (category: ReportCategory | null): string =>
  category === 'possible_minor' ? STILLS.patchesHint : STILLS.hint

/** Advice for someone in danger, else null. */
export const dangerWords = (category: ReportCategory): string | null =>
  category === 'threat' || category === 'self_harm' ? REPORT.danger : null
