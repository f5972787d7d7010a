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
    const { accountId } = await call.principal()
    const submittedAtMs = now()
    const complaint = accepted(readComplaint(accountId, request))
    // Counted first: whether an account exists is not to be had for nothing.
    if (!(await mayReport(rate, accountId, call, submittedAtMs))) throw new KlaError('RATE_LIMITED')
    if (!(await accounts.find(complaint.reportedId, call))) throw new KlaError('NO_SUCH_ACCOUNT')

    const context = await takeContext(call)
    const reportId = await intake.submit({ ...complaint, submittedAtMs, requestId: call.requestId, context })
    return { reportId }
  }

/** Where nobody can count, nobody is kept from reporting. */
const mayReport = (rate: ReportParts['rate'], accountId: number, call: Call, nowMs: number): Promise<boolean> =>
  rate.take(accountId, call.requestId, nowMs).catch((err: unknown) => {
    call.log.warn({ err }, 'a report is not counted')
    return true
  })
