import type { ReportCategory } from '@kla/proto/web'

/** The categories as people choose them: the gravest first, so that nobody has to look for them. */
export const REPORT_CHOICES: readonly { value: ReportCategory; label: string }[] = [
  { value: 'possible_minor', label: 'May be under 18' },
  { value: 'non_consensual', label: 'Somebody is shown or made to act against their will' },
  { value: 'illegal_content', label: 'Something illegal' },
  { value: 'harassment', label: 'Harassment' },
  { value: 'abuse', label: 'Abuse' },
  { value: 'spam', label: 'Spam' },
  { value: 'cheating', label: 'Cheating' },
  { value: 'other', label: 'Something else' },
]

/** Texts of the specification of the player experience, section 7. */
export const REPORT_SENT = 'Report submitted successfully'
export const REPORT_FAILED = 'Failed to submit report'
