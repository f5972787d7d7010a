import type { Refused } from '@kla/chassis'
import { REPORTS_PER_DAY } from '@kla/proto/web'
import type { IntakeStore, ReporterReports } from './intake-store.js'
import {
  isOneReport,
  merged,
  type RandomBelow,
  randomReportId,
  type StoredReport,
  type Submission,
} from './rules/submission.js'

/** Accepts reports and merges repeats. */
export interface ReportIntake {
  /** Merges with the pair's open, equally grave report of the last minute. Idempotent. */
  submit(submission: Submission, perDay?: number): Promise<StoredReport | Refused>
}

const DAY_MS = 24 * 3_600_000
/** Enough with half of all ids taken, except once in a thousand million. */
const ID_ATTEMPTS_MAX = 30

export const createReportIntake = (store: IntakeStore, random: RandomBelow): ReportIntake => ({
  submit: (submission, perDay = REPORTS_PER_DAY) =>
    store.ofReporter<StoredReport | Refused>(submission.reporterId, async (reports) => {
      const { submittedAtMs } = submission
      const stored = await reports.storedBy(submission)
      if (stored !== undefined) return stored
      if ((await reports.countSince(submittedAtMs - DAY_MS)) >= perDay) return { refused: 'TOO_MANY_REPORTS' }
      const open = await reports.openAround(submission)
      if (!open || !isOneReport(open.createdAtMs, submittedAtMs)) return insert(reports, submission, random)
      const together = merged(open, await reports.reasonsIn(open.id), submission)
      await reports.merge(open.id, submission, together)
      return { id: open.id, category: together.category }
    }),
})

async function insert(reports: ReporterReports, submission: Submission, random: RandomBelow): Promise<StoredReport> {
  for (let draws = 0; draws < ID_ATTEMPTS_MAX; draws += 1) {
    const id = randomReportId(random)
    if (await reports.insert(id, submission)) return { id, category: submission.category }
  }
  throw new Error('no free id for a report')
}
