import { invalidField } from '@kla/chassis'
import { type Guild, type Member, ShownAs, type Subject } from '@kla/proto'
import { AgeLockLift, IdParams, MembersAndGuilds, MembersQuery, SubjectView, Success } from '@kla/proto/schemas'
import { type GuildView, MEMBERS_PAGE_SIZE, type MemberView, visibleText } from '@kla/proto/web'
import { accountByNumber } from '../../shared/numbers.js'
import { banView, cursorOf, pagedView, reportView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOr, textOrNull } from '../values.js'

const DEFAULT_PAGE_SIZE = 1_000
const NUMBER = /^[1-9]\d{8}$/

export const consoleMembers: Resource = async (app, { auth, moderation }) => {
  /** Replaces an alias, which is the number that players quote. */
  const searchedFor = async (q: string, requestId: string): Promise<string> =>
    NUMBER.test(q.trim()) ? String(await accountByNumber(auth, Number(q), { requestId })) : q

  app.get(
    '/admin/membersandguilddata',
    {
      config: { access: { permission: 'members.read' } },
      schema: consoleCall('Members and guilds', MembersAndGuilds, { querystring: MembersQuery }),
    },
    async (request) => {
      const { pageSize } = request.query
      const after = cursorOf(request.query)
      const q = await searchedFor(request.query.q ?? '', request.id)
      const page = numberOr(request.query.page, 1)
      const context = onBehalfOf(request)
      const [{ members, total, next }, guilds] = await Promise.all([
        auth.listMembers(
          {
            q,
            page,
            pageSize: numberOr(pageSize, request.query.page || after ? MEMBERS_PAGE_SIZE : DEFAULT_PAGE_SIZE),
            after,
          },
          context,
        ),
        auth.listTopGuilds({}, context).then(
          (top) => top.guilds,
          (err: unknown) => {
            request.log.warn({ err }, 'members are listed without guilds')
            return []
          },
        ),
      ])
      return {
        users: members.map(memberView),
        ...pagedView({ total, page, next, after }),
        topGuildsByAppUsers: guilds.map(guildView),
      }
    },
  )

  app.post(
    '/admin/members/:id/age-lock/lift',
    {
      config: { access: { permission: 'members.manage' } },
      schema: consoleCall('Lift the lock on an age verdict', Success, { params: IdParams, body: AgeLockLift }),
    },
    async (request) => {
      const reason = visibleText(request.body.reason)
      if (reason === '') throw invalidField('reason')
      const accountId = await accountByNumber(auth, Number(request.params.id), { requestId: request.id })
      await auth.liftAgeLock({ accountId, reason }, onBehalfOf(request))
      return { success: true as const }
    },
  )

  app.get(
    '/admin/subjects/:id',
    {
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('Details of an account', SubjectView, { params: IdParams }),
    },
    async (request) => {
      const accountId = await accountByNumber(auth, Number(request.params.id), { requestId: request.id })
      return subjectView(await moderation.getSubject({ accountId }, onBehalfOf(request)))
    },
  )
}

const memberView = (member: Member): MemberView => ({
  id: member.id,
  username: member.username,
  global_name: textOrNull(member.globalName),
  email: textOrNull(member.email),
  discriminator: textOrNull(member.discriminator),
  avatar: textOrNull(member.avatar),
  discord_id: member.discordId,
  create_time: isoOf(member.createdAtMs),
  player_name: textOrNull(member.playerName ?? ''),
  under_player_name: member.shownAs !== ShownAs.DISCORD,
  age_locked_at: member.ageLockedAtMs === 0 ? null : isoOf(member.ageLockedAtMs),
})

const guildView = (guild: Guild): GuildView => ({
  guild_id: guild.guildId,
  guild_name: guild.guildName,
  icon: textOrNull(guild.icon),
  common_users: guild.commonUsers,
  last_seen: isoOf(guild.lastSeenMs),
})

const subjectView = (subject: Subject): SubjectView => ({
  id: subject.accountId,
  username: subject.username,
  global_name: textOrNull(subject.globalName),
  discord_id: subject.discordId,
  avatar: textOrNull(subject.avatar),
  create_time: isoOf(subject.createdAtMs),
  player_name: textOrNull(subject.playerName ?? ''),
  under_player_name: subject.underPlayerName ?? false,
  reports_about: subject.reportsAbout.map(reportView),
  reports_by: subject.reportsBy.map(reportView),
  bans: subject.bans.map(banView),
  totals: {
    reports_about: subject.reportsAboutTotal,
    reports_by: subject.reportsByTotal,
    bans: subject.bansTotal,
    tickets: subject.ticketsTotal,
  },
})
