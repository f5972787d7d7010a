import { KlaError, type Call } from '@kla/chassis'
import { readComplaint } from '../../domain/reports/submission.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import type { ReportParts } from './parts.js'

export interface SubmitReportParts extends Pick<ReportParts, 'rate' | 'takeContext' | 'intake' | 'now'> {
  readonly accounts: Pick<ReportParts['accounts'], 'find'>
}

export const submitReport =
  ({ accounts, rate, takeContext, intake, now }: SubmitReportParts): ModerationHandlers['submitReport'] =>
  async (request, call) => {
    const { accountId, username, discordId } = await call.principal()
    const submittedAtMs = now()
    const complaint = accepted(readComplaint(accountId, request))
    const reported = await accounts.find(complaint.reportedId, call)
    if (!reported) throw new KlaError('NO_SUCH_ACCOUNT')
    if (!(await mayReport(rate, accountId, call, submittedAtMs))) throw new KlaError('RATE_LIMITED')

    const reporter = { accountId, username, discordId }
    const context = await takeContext(
      { reporter, reported: { accountId: reported.id, username: reported.username, discordId: reported.discordId } },
      call,
    )
    const reportId = await intake.submit({ ...complaint, submittedAtMs, context })
    return { reportId }
  }

/** Where nobody can count, nobody is kept from reporting. */
const mayReport = (rate: ReportParts['rate'], accountId: number, call: Call, nowMs: number): Promise<boolean> =>
  rate.take(accountId, call.requestId, nowMs).catch((err: unknown) => {
    call.log.warn({ err }, 'a report is not counted')
    return true
  })
