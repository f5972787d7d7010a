import { type Database, invalidField, KlaError, type Metrics } from '@kla/chassis'
import { ShownAs } from '@kla/proto'
import type { AuditRecorder } from '../audit/index.js'
import { type BanStore, banToProto } from '../bans/index.js'
import { reportsToProto, type ReportStore } from '../reports/index.js'
import type { Accounts } from '../shared/clients.js'
import { auditedBy, type ModerationHandlers, visibilityFor } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import type { TicketListStore } from '../tickets/index.js'
import { createReadBacklog, measureBacklog } from './backlog.js'

export interface OverviewDeps {
  readonly database: Database
  readonly reports: Pick<ReportStore, 'listAbout' | 'listBy'>
  readonly bans: Pick<BanStore, 'list'>
  readonly tickets: Pick<TicketListStore, 'countOf'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly metrics: Metrics
  readonly now: () => number
}

const SHOWN = 20

export function createOverview({ database, reports, bans, tickets, accounts, audit, metrics, now }: OverviewDeps) {
  measureBacklog(metrics, createReadBacklog(database))
  const handlers: Pick<ModerationHandlers, 'getSubject'> = {
    /** Returns an account with its newest reports and bans. Errors: INVALID_FIELD, NO_SUCH_ACCOUNT. */
    async getSubject({ accountId }, call) {
      const administrator = await call.administrator('reports.read')
      if (!isId(accountId)) throw invalidField('id')
      const visible = { ...visibilityFor(administrator), limit: SHOWN }
      const everyBan = { accountId, scope: undefined, active: undefined }
      const [account, about, by, banned, ticketsTotal] = await Promise.all([
        accounts.find(accountId, call, { providerIdentity: true }),
        reports.listAbout(accountId, visible),
        reports.listBy(accountId, visible),
        bans.list(everyBan, { limit: SHOWN, offset: 0 }, now()),
        tickets.countOf(accountId),
      ])
      // Deleted accounts leave a history.
      if (!account && about.total + by.total + banned.total + ticketsTotal === 0) throw new KlaError('NO_SUCH_ACCOUNT')

      const shown = [...about.reports, ...by.reports]
      const [messages] = await Promise.all([
        reportsToProto(shown, accounts, call),
        audit.record({
          ...auditedBy(administrator, call, now),
          action: 'subjects.read',
          subjectKind: 'account',
          subjectId: String(accountId),
          details: JSON.stringify({ reports: shown.map(({ id }) => id), bans: banned.bans.map(({ id }) => id) }),
          // Even an empty list reveals that there are no grave reports.
          restricted: visible.grave,
        }),
      ])
      return {
        accountId,
        username: account?.username ?? '',
        globalName: account?.globalName ?? '',
        discordId: account?.discordId ?? '',
        avatar: account?.avatar ?? '',
        createdAtMs: account?.createdAtMs ?? 0,
        reportsAbout: messages.slice(0, about.reports.length),
        reportsBy: messages.slice(about.reports.length),
        bans: banned.bans.map((ban) => banToProto(ban, new Map(account ? [[account.id, account]] : []))),
        reportsAboutTotal: about.total,
        reportsByTotal: by.total,
        bansTotal: banned.total,
        ticketsTotal,
        playerName: account?.playerName,
        underPlayerName: account !== undefined && account.shownAs !== ShownAs.DISCORD,
      }
    },
  }
  return { handlers }
}
