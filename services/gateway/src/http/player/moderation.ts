import type { ListOwnBansResponse } from '@kla/proto'
import { OwnBans, ReportSubmission, ReportSubmitted } from '@kla/proto/schemas'
import type { BanScope } from '@kla/proto/web'
import { onBehalfOf } from '../plugins/access.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf, isoOrNull, textOrNull } from '../values.js'

export const playerModeration: Resource = async (app, { moderation }) => {
  app.post(
    '/report',
    {
      config: { access: 'player' },
      schema: playerCall('Report a player', ReportSubmitted, { body: ReportSubmission }),
    },
    async (request) => {
      const { reportedId, category, reason } = request.body
      await moderation.submitReport(
        { reportedId: Number(reportedId), category, reason },
        onBehalfOf(request),
      )
      return { success: true as const }
    },
  )

  app.get(
    '/user/bans',
    {
      config: { access: 'banned-player' },
      schema: playerCall('The bans in force against the player', OwnBans),
    },
    async (request) => ownBansView(await moderation.listOwnBans({}, onBehalfOf(request))),
  )
}

const ownBansView = ({ bans }: ListOwnBansResponse): OwnBans => ({
  bans: bans.map(({ id, scope, reason, bannedAtMs, expiresAtMs }) => ({
    id,
    scope: scope as BanScope,
    reason: textOrNull(reason),
    banned_at: isoOf(bannedAtMs),
    expires_at: isoOrNull(expiresAtMs),
  })),
})
