import type { Ban, ExportReportsResponse, Member, Report, Ticket } from '@kla/proto'
import { BansQuery, MembersQuery, ReportsQuery, TicketsQuery } from '@kla/proto/schemas'
import { accountByNumber } from '../../shared/numbers.js'
import { type Columns, sendCsv } from '../csv.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAdministrator } from '../plugins/limits.js'
import { consoleCall, type Resource } from '../route.js'
import { flagOf, isoOf, isoOrNull, numberOr, textOrNull } from '../values.js'
import { exportDesk } from './exports-desk.js'
import { CsvText, DEADLINE, type Exports, partsOf } from './exports-parts.js'
import { exportPlay } from './exports-play.js'

const EXPORTS_PER_HOUR = 6

/** Lists as files: with their filters, and without e-mails. */
export const consoleExports: Resource = async (app, deps) => {
  // One limit for all files.
  const preHandler = limitPerAdministrator(EXPORTS_PER_HOUR, deps.now)
  exportPeople(app, deps, preHandler)
  exportDesk(app, deps, preHandler)
  exportPlay(app, deps, preHandler)
}

const exportPeople: Exports = (app, { auth, moderation, now }, preHandler) => {
  const accountIn = (number: string | undefined, { id: requestId }: { readonly id: string }): Promise<number> =>
    accountByNumber(auth, numberOr(number, 0), { requestId })

  app.get(
    '/admin/reports.csv',
    {
      preHandler,
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('Reports as CSV', CsvText, { querystring: ReportsQuery }),
    },
    async (request, reply) => {
      const { q = '', status = '', category = '', reporter_id, reported_id, sort = '' } = request.query
      const [reporterId, reportedId] = [await accountIn(reporter_id, request), await accountIn(reported_id, request)]
      const list = { q, status, category, reporterId, reportedId, sort, page: 1, pageSize: 0 }
      const parts = (signal: AbortSignal) =>
        partsOf(
          moderation.exportReports({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }),
          ({ reports }: ExportReportsResponse) => reports,
        )
      return sendCsv(reply, { name: 'reports', columns: REPORT_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/bans.csv',
    {
      preHandler,
      config: { access: { permission: 'bans.read' } },
      schema: consoleCall('Bans as CSV', CsvText, { querystring: BansQuery }),
    },
    async (request, reply) => {
      const { scope = '', active } = request.query
      const userId = await accountIn(request.query.userId, request)
      const list = { userId, scope, active: flagOf(active), limit: 0, offset: 0 }
      const parts = (signal: AbortSignal) =>
        partsOf(moderation.exportBans({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }), ({ bans }) => bans)
      return sendCsv(reply, { name: 'bans', columns: BAN_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/support_tickets.csv',
    {
      preHandler,
      config: { access: { permission: 'tickets.read' } },
      schema: consoleCall('Support tickets as CSV', CsvText, { querystring: TicketsQuery }),
    },
    async (request, reply) => {
      const { q = '', resolved, category = '', priority = '', state = '', mine, sort = '' } = request.query
      const choices = { resolved: flagOf(resolved), mine: flagOf(mine) ?? false }
      const list = { q, category, priority, state, sort, ...choices, page: 1, pageSize: 0 }
      const parts = (signal: AbortSignal) =>
        partsOf(
          moderation.exportTickets({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }),
          ({ tickets }) => tickets,
        )
      return sendCsv(reply, { name: 'support-tickets', columns: TICKET_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/membersandguilddata.csv',
    {
      preHandler,
      config: { access: { permission: 'members.manage' } },
      schema: consoleCall('Members as CSV', CsvText, { querystring: MembersQuery }),
    },
    async (request, reply) => {
      const { q = '' } = request.query
      const searched = /^[1-9]\d{8}$/.test(q.trim()) ? String(await accountIn(q, request)) : q
      const list = { q: searched, page: 1, pageSize: 0 }
      const parts = (signal: AbortSignal) =>
        partsOf(auth.exportMembers({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }), ({ members }) => members)
      return sendCsv(reply, { name: 'members', columns: MEMBER_COLUMNS, parts, nowMs: now() })
    },
  )
}

const REPORT_COLUMNS: Columns<Report> = {
  id: ({ id }) => id,
  created_at: ({ createdAtMs }) => isoOf(createdAtMs),
  reporter_id: ({ reporterId }) => reporterId,
  reporter_name: ({ reporterName }) => reporterName,
  reported_id: ({ reportedId }) => reportedId,
  reported_name: ({ reportedName }) => reportedName,
  category: ({ category }) => category,
  categories: ({ categories }) => categories.join(' '),
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  notes: ({ notes }) => textOrNull(notes),
  submissions: ({ submissions }) => submissions,
  reviewed_at: ({ reviewedAtMs }) => isoOrNull(reviewedAtMs),
  reviewed_by: ({ reviewedBy }) => textOrNull(reviewedBy),
  held: ({ held }) => held,
}

const BAN_COLUMNS: Columns<Ban> = {
  id: ({ id }) => id,
  user_id: ({ userId }) => userId,
  user_name: ({ userName }) => userName,
  scope: ({ scope }) => scope,
  reason: ({ reason }) => textOrNull(reason),
  notes: ({ notes }) => textOrNull(notes),
  banned_at: ({ bannedAtMs }) => isoOf(bannedAtMs),
  expires_at: ({ expiresAtMs }) => isoOrNull(expiresAtMs),
  banned_by: ({ bannedBy }) => bannedBy,
  lifted_at: ({ liftedAtMs }) => isoOrNull(liftedAtMs),
  lifted_by: ({ liftedBy }) => textOrNull(liftedBy),
  lift_reason: ({ liftReason }) => textOrNull(liftReason),
  held: ({ held }) => held,
}

const TICKET_COLUMNS: Columns<Ticket> = {
  id: ({ id }) => id,
  created_at: ({ createdAtMs }) => isoOf(createdAtMs),
  user_id: ({ userId }) => userId,
  user_name: ({ userName }) => userName,
  subject: ({ subject }) => subject,
  message: ({ message }) => message,
  category: ({ category }) => category,
  priority: ({ priority }) => priority,
  state: ({ state }) => state,
  assignee: ({ assignee }) => textOrNull(assignee),
}

const MEMBER_COLUMNS: Columns<Member> = {
  id: ({ id }) => id,
  username: ({ username }) => username,
  global_name: ({ globalName }) => textOrNull(globalName),
  player_name: ({ playerName = '' }) => textOrNull(playerName),
  discriminator: ({ discriminator }) => textOrNull(discriminator),
  discord_id: ({ discordId }) => discordId,
  create_time: ({ createdAtMs }) => isoOf(createdAtMs),
}
