import type { Call } from '@kla/chassis'
import type { Member, Report as ReportMessage, ReportDetail } from '@kla/proto'
import type { ReportContext } from '../evidence/index.js'
import type { Accounts } from '../shared/clients.js'
import { threadToProto } from '../shared/notes.js'
import type { Report } from './rules/decision.js'

export async function reportsToProto(
  reports: readonly Report[],
  accounts: Pick<Accounts, 'known'>,
  call: Pick<Call, 'requestId'>,
): Promise<ReportMessage[]> {
  const people = reports.flatMap(({ reporterId, reportedId }) => [reporterId, reportedId])
  const known = await accounts.known(people, call)
  return reports.map((report) => reportToProto(report, known))
}

const reportToProto = (
  { thread, otherCategories, changedById: _, ...report }: Report,
  accounts: ReadonlyMap<number, Member>,
): ReportMessage => ({
  ...report,
  categories: [report.category, ...otherCategories],
  reporterName: accounts.get(report.reporterId)?.username ?? '',
  reportedName: accounts.get(report.reportedId)?.username ?? '',
  reviewedAtMs: report.reviewedAtMs ?? 0,
  changedAtMs: report.changedAtMs ?? 0,
  thread: threadToProto(thread),
})

export const contextToProto = ({
  people,
  lines,
  reveals = [],
  ...context
}: ReportContext): ReportDetail['context'] => ({
  ...context,
  people: [...people],
  lines: lines.map(({ accountId, username, message, saidAtMs }) => ({ accountId, username, message, saidAtMs })),
  reveals: [...reveals],
})
