import type { Call } from '@kla/chassis'
import type { Member, ReportDetail, Report as WireReport } from '@kla/proto'
import type { Accounts } from '../shared/clients.js'
import type { ReportContext } from '../evidence/rules.js'
import type { Report } from './rules/decision.js'

/** A report as administrators get it. */
export const wireReport = (report: Report, accounts: ReadonlyMap<number, Pick<Member, 'username'>>): WireReport => ({
  ...report,
  reporterName: accounts.get(report.reporterId)?.username ?? '',
  reportedName: accounts.get(report.reportedId)?.username ?? '',
  reviewedAtMs: report.reviewedAtMs ?? 0,
})

/** Reports with the names of both people, asked for once. */
export async function wireReports(
  reports: readonly Report[],
  accounts: Pick<Accounts, 'known'>,
  call: Pick<Call, 'requestId'>,
): Promise<WireReport[]> {
  const known = await accounts.known(
    reports.flatMap(({ reporterId, reportedId }) => [reporterId, reportedId]),
    call,
  )
  return reports.map((report) => wireReport(report, known))
}

export const wireContext = ({ people, lines, ...context }: ReportContext): ReportDetail['context'] => ({
  ...context,
  people: [...people],
  lines: lines.map(({ accountId, username, message, saidAtMs }) => ({ accountId, username, message, saidAtMs })),
})
