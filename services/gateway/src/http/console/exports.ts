import type { Ban, Member, Report, Ticket } from '@kla/proto'
import { BansQuery, MembersQuery, ReportsQuery, TicketsQuery } from '@kla/proto/schemas'
import { accountByNumber } from '../../shared/numbers.js'
import type { Columns } from '../csv.js'
import type { Resource } from '../route.js'
import { flagOf, isoOf, isoOrNull, numberOr, textOrNull } from '../values.js'
import { exportDesk } from './exports-desk.js'
import { csvRoutes, type Exports } from './exports-parts.js'
import { exportPlay } from './exports-play.js'

/** Lists as files: with their filters, and without e-mails. */
export const consoleExports: Resource = async (app, deps) => {
  const csvRoute = csvRoutes(app, deps.now)
  exportPeople(csvRoute, deps)
  exportDesk(csvRoute, deps)
  exportPlay(csvRoute, deps)
}

const exportPeople: Exports = (csvRoute, { auth, moderation }) => {
  const accountIn = (number: string | undefined, { id: requestId }: { readonly id: string }): Promise<number> =>
    accountByNumber(auth, numberOr(number, 0), { requestId })

  csvRoute({
    path: 'reports',
    permission: 'reports.read',
    summary: 'Reports as CSV',
    querystring: ReportsQuery,
    columns: REPORT_COLUMNS,
    list: async ({ q = '', status = '', category = '', reporter_id, reported_id, sort = '' }, request) => {
      const [reporterId, reportedId] = [await accountIn(reporter_id, request), await accountIn(reported_id, request)]
      return { q, status, category, reporterId, reportedId, sort, page: 1, pageSize: 0 }
    },
    read: moderation.exportReports,
    rows: ({ reports }) => reports,
  })

  csvRoute({
    path: 'bans',
    permission: 'bans.read',
    summary: 'Bans as CSV',
    querystring: BansQuery,
    columns: BAN_COLUMNS,
    list: async ({ scope = '', active, userId }, request) => ({
      userId: await accountIn(userId, request),
      scope,
      active: flagOf(active),
      limit: 0,
      offset: 0,
    }),
    read: moderation.exportBans,
    rows: ({ bans }) => bans,
  })

  csvRoute({
    path: 'support_tickets',
    name: 'support-tickets',
    permission: 'tickets.read',
    summary: 'Support tickets as CSV',
    querystring: TicketsQuery,
    columns: TICKET_COLUMNS,
    list: ({ q = '', resolved, category = '', priority = '', state = '', mine, sort = '' }) => {
      const choices = { resolved: flagOf(resolved), mine: flagOf(mine) ?? false }
      return { q, category, priority, state, sort, ...choices, page: 1, pageSize: 0 }
    },
    read: moderation.exportTickets,
    rows: ({ tickets }) => tickets,
  })

  csvRoute({
    path: 'membersandguilddata',
    name: 'members',
    permission: 'members.manage',
    summary: 'Members as CSV',
    querystring: MembersQuery,
    columns: MEMBER_COLUMNS,
    list: async ({ q = '' }, request) => {
      const searched = /^[1-9]\d{8}$/.test(q.trim()) ? String(await accountIn(q, request)) : q
      return { q: searched, page: 1, pageSize: 0 }
    },
    read: auth.exportMembers,
    rows: ({ members }) => members,
  })
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
