import { accepted, type Call, KlaError } from '@kla/chassis'
import type { ContextPerson, TakeContext } from '../evidence/index.js'
import type { Signals } from '../jobs/index.js'
import type { Accounts, Meetings } from '../shared/clients.js'
import type { ModerationHandlers } from '../shared/rpc.js'
import { isGrave } from '../shared/rules.js'
import type { OfferStills } from '../stills/index.js'
import type { ReportRate } from './intake-store.js'
import type { ReportIntake } from './intake.js'
import { mayReport, readComplaint, reportsPerDay } from './rules/submission.js'

/** What `submitReport` needs: intake, lookups and clock. */
export interface SubmitDeps {
  readonly accounts: Pick<Accounts, 'find'>
  readonly rate: ReportRate
  readonly meetings: Meetings
  readonly takeContext: TakeContext
  readonly intake: ReportIntake
  readonly offerStills: OfferStills
  readonly signals: Pick<Signals, 'reported'>
  readonly now: () => number
}

/**
 * Open to banned players. Errors: REPORT_REASON_REQUIRED, INVALID_FIELD, CANNOT_REPORT_YOURSELF, RATE_LIMITED,
 * TOO_MANY_REPORTS, NOT_MET, NO_SUCH_ACCOUNT.
 */
export const submitReport =
  ({
    accounts,
    rate,
    meetings,
    takeContext,
    intake,
    offerStills,
    signals,
    now,
  }: SubmitDeps): ModerationHandlers['submitReport'] =>
  async (request, call) => {
    const reporter = await call.principal({ allowBanned: true })
    const { accountId } = reporter
    const submittedAtMs = now()
    const complaint = accepted(readComplaint(accountId, request))
    // Counted first, so that accounts cannot be probed without limit.
    if (!(await isWithinRate(rate, accountId, call, submittedAtMs))) throw new KlaError('RATE_LIMITED')
    const { category, reportedId } = complaint
    const { incident, reportedAlias: alias } = request
    // Before asking auth: a stranger and a missing account get the same answer.
    const { meeting, namedInPublic } = await meetings.find(reportedId, incident, call, alias)
    if (!mayReport({ category, incident }, { met: meeting !== undefined, namedInPublic })) throw new KlaError('NOT_MET')
    const reported = await accounts.find(reportedId, call)
    if (!reported) throw new KlaError('NO_SUCH_ACCOUNT')

    const people = [personOf(reporter), personOf({ ...reported, accountId: reported.id })] as const
    const context = meeting && (await takeContext(meeting, people, call))
    const submission = { ...complaint, submittedAtMs, requestId: call.requestId, context }
    const stored = accepted(await intake.submit(submission, reportsPerDay(reporter.restrictions, submittedAtMs)))
    const { createdAtMs } = reported
    signals.reported({ subjectId: reportedId, grave: isGrave(stored.category), createdAtMs }, call.requestId)
    const hasStills = meeting !== undefined && category !== 'name'
    const evidence = hasStills ? await offerStills({ ...stored, reporterId: accountId, reportedId }, call) : undefined
    return { reportId: stored.id, evidence }
  }

const personOf = ({ accountId, username, discordId }: ContextPerson): ContextPerson => ({
  accountId,
  username,
  discordId,
})

/** Accepts reports without counting if Redis is down. */
const isWithinRate = (rate: ReportRate, accountId: number, call: Call, nowMs: number): Promise<boolean> =>
  rate.take(accountId, call.requestId, nowMs).catch((err: unknown) => {
    call.log.warn({ err }, 'report rate is not counted')
    return true
  })
