import { KlaError } from '@kla/chassis'
import type { AuditRecorder } from '../audit/log-store.js'
import { wireBan } from '../bans/rpc.js'
import type { BanListStore } from '../bans/store.js'
import { sightOf } from '../reports/rpc.js'
import type { ReportStore } from '../reports/store.js'
import { wireReports } from '../reports/to-proto.js'
import type { Accounts } from '../shared/clients.js'
import { audited, type ModerationHandlers } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import type { TicketListStore } from '../tickets/list-store.js'

/** What is known of accounts is read from here. */
interface SubjectParts {
  readonly reports: Pick<ReportStore, 'listAbout' | 'listBy'>
  readonly lists: Pick<BanListStore, 'list'>
  readonly ticketLists: Pick<TicketListStore, 'countOf'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Of reports and bans each. */
const SHOWN = 20

const getSubject =
  ({ accounts, reports, lists, ticketLists, audit, now }: SubjectParts): ModerationHandlers['getSubject'] =>
  async ({ accountId }, call) => {
    const administrator = await call.administrator('reports.read')
    if (!isId(accountId)) throw new KlaError('INVALID_FIELD')
    const sight = { ...sightOf(administrator), limit: SHOWN }
    const everyBan = { accountId, scope: undefined, active: undefined }
    const [account, about, by, bans, ticketsTotal] = await Promise.all([
      accounts.find(accountId, call),
      reports.listAbout(accountId, sight),
      reports.listBy(accountId, sight),
      lists.list(everyBan, { limit: SHOWN, offset: 0 }, now()),
      ticketLists.countOf(accountId),
    ])
    // Who has gone leaves a history; who was never there has none.
    if (!account && about.total + by.total + bans.total + ticketsTotal === 0) throw new KlaError('NO_SUCH_ACCOUNT')

    const shown = [...about.reports, ...by.reports]
    const [wired] = await Promise.all([
      wireReports(shown, accounts, call),
      audit.record({
        ...audited(administrator, call, now),
        ...{ action: 'subjects.read', subjectKind: 'account', subjectId: String(accountId) },
        details: JSON.stringify({ reports: shown.map(({ id }) => id), bans: bans.bans.map(({ id }) => id) }),
        // That there are no grave reports is not for everybody to know either.
        restricted: sight.grave,
      }),
    ])
    return {
      accountId,
      username: account?.username ?? '',
      globalName: account?.globalName ?? '',
      discordId: account?.discordId ?? '',
      avatar: account?.avatar ?? '',
      createdAtMs: account?.createdAtMs ?? 0,
      reportsAbout: wired.slice(0, about.reports.length),
      reportsBy: wired.slice(about.reports.length),
      bans: bans.bans.map((ban) => wireBan(ban, new Map(account ? [[account.id, account]] : []))),
      reportsAboutTotal: about.total,
      reportsByTotal: by.total,
      bansTotal: bans.total,
      ticketsTotal,
    }
  }

export const subjectHandlers = (parts: SubjectParts) =>
  ({ getSubject: getSubject(parts) }) satisfies Partial<ModerationHandlers>
