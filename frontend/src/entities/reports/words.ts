import { ONE_PRESS_CATEGORIES, type ReportCategory } from '@kla/proto/web'

/** A category in the report form. */
export interface ReportChoice {
  readonly value: ReportCategory
  readonly label: string
}

/** Gravest first, quick to find. */
export const REPORT_CHOICES: readonly ReportChoice[] = [
  { value: 'possible_minor', label: 'May be under 18' },
  { value: 'threat', label: 'A threat' },
  { value: 'self_harm', label: 'May hurt themselves' },
  { value: 'non_consensual', label: 'Someone was filmed or forced without consent' },
  { value: 'illegal_content', label: 'Something illegal' },
  { value: 'recorded_me', label: 'Recorded me' },
  { value: 'harassment', label: 'Harassment' },
  { value: 'abuse', label: 'Abuse' },
  { value: 'spam', label: 'Spam' },
  { value: 'cheating', label: 'Cheating' },
  { value: 'other', label: 'Something else' },
]

/** Names any category; reports of names have no choice in the form. */
export const categoryWords = (category: ReportCategory): string =>
  category === 'name' ? 'A name' : (REPORT_CHOICES.find(({ value }) => value === category)?.label ?? category)

export type OnePress = (typeof ONE_PRESS_CATEGORIES)[number]

export const ONE_PRESS_WORDS: Readonly<Record<OnePress, string>> = {
  harassment: 'They harassed me',
  threat: 'They threatened me or someone else',
  recorded_me: 'They recorded me, or said they did',
  non_consensual: 'Someone was filmed or forced without consent',
  possible_minor: 'They may be under 18',
  self_harm: 'They may hurt themselves',
}

/** Player experience, section 7. */
export const REPORT_SENT = 'Report submitted successfully'
export const REPORT_FAILED = 'Failed to submit report'

export const needsText = (category: ReportCategory, incident: string | null): boolean =>
  incident === null || !(ONE_PRESS_CATEGORIES as readonly ReportCategory[]).includes(category)

export const INCLUDE_STILLS = 'Include the last 20 seconds (only moderators can open it)'

export const stillsHint = (category: ReportCategory | null): string =>
  category === 'possible_minor'
    ? 'We send only blurred patches, nothing sharp and no sound.'
    : 'Small stills without sound, encrypted in this browser. They stay here for a minute after you leave.'

/** Advice for someone in danger, else null. */
export const dangerWords = (category: ReportCategory): string | null =>
  category === 'threat' || category === 'self_harm'
    ? 'If you or someone else is in danger now, please call your local emergency number.'
    : null
