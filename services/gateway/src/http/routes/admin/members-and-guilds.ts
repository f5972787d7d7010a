import { MEMBERS_PAGE_SIZE, MembersAndGuilds, MembersQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { guildView, memberView } from '../../views/admin/members.js'
import { consoleCall } from './console-call.js'

/** What a client gets that asks for no page and searches by itself. */
const WITHOUT_PAGE = 1_000

/** Members, newest first, and the guilds that most of them are in. */
export const membersAndGuilds = (app: TypedApp, { auth }: HttpParts): void => {
  app.get(
    '/admin/membersandguilddata',
    {
      config: { access: { permission: 'members.read' } },
      schema: consoleCall('Members and guilds', MembersAndGuilds, { querystring: MembersQuery }),
    },
    async (request) => {
      const { q = '', pageSize } = request.query
      const page = numberOr(request.query.page, 1)
      const context = onBehalfOf(request)
      const [{ members, total }, { guilds }] = await Promise.all([
        auth.listMembers(
          { q, page, pageSize: numberOr(pageSize, request.query.page ? MEMBERS_PAGE_SIZE : WITHOUT_PAGE) },
          context,
        ),
        auth.listTopGuilds({}, context),
      ])
      return { users: members.map(memberView), total, page, topGuildsByAppUsers: guilds.map(guildView) }
    },
  )
}
