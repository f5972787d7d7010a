import { JOB_CLOCKS_MS, REPORT_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { isGrave } from '../../shared/rules.js'

const HOUR_MS = 3_600_000

/** Categories for which the on-call list is called when no one on duty can take the job. */
export const URGENT_CATEGORIES: readonly ReportCategory[] = REPORT_CATEGORIES.filter(
  (category) => isGrave(category) || JOB_CLOCKS_MS[category] <= HOUR_MS,
)

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

export const callOf = ({ id, grave, category, dueAtMs }: UncoveredJob): JobCall => ({
  job: id,
  due: new Date(dueAtMs).toISOString(),
  kind: grave ? 'grave' : category,
})

export const letterOf = ({ job, due, kind }: JobCall): { readonly subject: string; readonly text: string } => ({
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
