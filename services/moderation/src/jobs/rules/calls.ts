import { JOB_CLOCKS_MS, REPORT_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { isGrave } from '../../shared/rules.js'

const HOUR_MS = 3_600_000

/** Categories for which the on-call list is called when no one on duty can take the job. */
export const URGENT_CATEGORIES: readonly ReportCategory[] = REPORT_CATEGORIES.filter(
  (category) => isGrave(category) || JOB_CLOCKS_MS[category] <= HOUR_MS,
)

/** Categories for which the on-call list is called when someone asks to open stills. Ours. */
export const OPENING_CATEGORIES: readonly ReportCategory[] = REPORT_CATEGORIES.filter(
  (category) => JOB_CLOCKS_MS[category] <= 4 * HOUR_MS,
)

/** A request to open stills that needs a second person. */
export interface WaitingOpening {
  readonly opening: string
  readonly grave: boolean
  readonly category: ReportCategory
  readonly untilMs: number
}

/** A job that no one on duty can take. */
export interface UncoveredJob {
  readonly id: number
  readonly grave: boolean
  readonly category: ReportCategory
  readonly dueAtMs: number
}

/** What leaves this system about a job: no names, and no category of grave ones. */
export interface JobCall {
  readonly job: number
  /** ISO 8601. */
  readonly due: string
  /** "grave", or the category. */
  readonly kind: string
}

/** What leaves this system about a request to open stills: no report, no names, no reason. */
export interface OpeningCall {
  readonly opening: string
  /** ISO 8601: when the request ends. */
  readonly due: string
  /** "grave", or the category. */
  readonly kind: string
}

/** A message to the on-call list. */
export type Call = JobCall | OpeningCall

export const openingCallOf = ({ opening, grave, category, untilMs }: WaitingOpening): OpeningCall => ({
  opening,
  due: new Date(untilMs).toISOString(),
  kind: grave ? 'grave' : category,
})

export const callOf = ({ id, grave, category, dueAtMs }: UncoveredJob): JobCall => ({
  job: id,
  due: new Date(dueAtMs).toISOString(),
  kind: grave ? 'grave' : category,
})

/** Writes the mail of a call. The console's address is a secret and not in it. */
export const letterOf = (call: Call): Letter => ('job' in call ? jobLetter(call) : openingLetter(call))

interface Letter {
  readonly subject: string
  readonly text: string
}

const openingLetter = ({ due, kind }: OpeningCall): Letter => ({
  subject: `Kla: a second person is needed (${kind})`,
  text: [
    'Someone asks to open stills, which takes a second person.',
    '',
    `Kind: ${kind}`,
    `Approve by: ${due}`,
    '',
    'Open the console and choose Approvals.',
    '',
  ].join('\n'),
})

const jobLetter = ({ job, due, kind }: JobCall): Letter => ({
  subject: `Kla: job ${job} is waiting (${kind})`,
  text: [
    'A job is open, and no one on duty can take it.',
    '',
    `Job: ${job}`,
    `Kind: ${kind}`,
    `Due: ${due}`,
    '',
    'Open the console, start your duty and claim the job.',
    '',
  ].join('\n'),
})

/** Queue in metrics and logs. */
export const queueOf = ({ grave }: { readonly grave: boolean }): 'child-safety' | 'reports' =>
  grave ? 'child-safety' : 'reports'
