import { KlaError, type Call } from '@kla/chassis'
import type { ContextPerson } from '../evidence/rules.js'
import { readComplaint } from './rules/submission.js'
import { accepted, type ModerationHandlers } from '../shared/rpc.js'
import type { ReportParts } from './rpc.js'

export interface SubmitReportParts extends Pick<ReportParts, 'rate' | 'meetings' | 'takeContext' | 'intake' | 'now'> {
  readonly accounts: Pick<ReportParts['accounts'], 'find'>
}

export const submitReport =
  ({ accounts, rate, meetings, takeContext, intake, now }: SubmitReportParts): ModerationHandlers['submitReport'] =>
  async (request, call) => {
    const reporter = await call.principal()
    const { accountId } = reporter
    const submittedAtMs = now()
    const complaint = accepted(readComplaint(accountId, request))
    // Counted first: questions about accounts are not to be had for nothing.
    if (!(await mayReport(rate, accountId, call, submittedAtMs))) throw new KlaError('RATE_LIMITED')
    // Asked before auth is: of a stranger and of nobody at all the answer is the same.
    const { meeting, namedInPublic } = await meetings.find(complaint.reportedId, call)
    if (!meeting && !namedInPublic) throw new KlaError('NOT_MET')
    const reported = await accounts.find(complaint.reportedId, call)
    if (!reported) throw new KlaError('NO_SUCH_ACCOUNT')

    const people = [personOf(reporter), personOf({ ...reported, accountId: reported.id })] as const
    const context = meeting && (await takeContext(meeting, people, call))
    const reportId = accepted(await intake.submit({ ...complaint, submittedAtMs, requestId: call.requestId, context }))
    return { reportId }
  }

const personOf = ({ accountId, username, discordId }: ContextPerson): ContextPerson => ({ accountId, username, discordId })

/** Where nobody can count, nobody is kept from reporting. */
const mayReport = (rate: ReportParts['rate'], accountId: number, call: Call, nowMs: number): Promise<boolean> =>
  rate.take(accountId, call.requestId, nowMs).catch((err: unknown) => {
    call.log.warn({ err }, 'a report is not counted')
    return true
  })
