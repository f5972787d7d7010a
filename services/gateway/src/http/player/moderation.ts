import type { ListOwnBansResponse } from '@kla/proto'
import { type BanScope, OwnBans, ReportSubmission, ReportSubmitted, RestError } from '@kla/proto/web'
import type { HttpParts } from '../deps.js'
import { onBehalfOf } from '../plugins/access.js'
import type { TypedApp } from '../route.js'
import { isoOf, isoOrNull, textOrNull } from '../values.js'

/** Reports somebody. */
export const submitReport = (app: TypedApp, { moderation }: HttpParts): void => {
  app.post(
    '/report',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Report somebody',
        security: [{ session: [] }],
        body: ReportSubmission,
        response: { 200: ReportSubmitted, '4xx': RestError, '5xx': RestError },
      },
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

/** The bans in force against the player: from what, until when, and why. */
export const ownBans = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/user/bans',
    {
      config: { access: 'banned-player' },
      schema: {
        summary: 'The bans in force against oneself',
        security: [{ session: [] }],
        response: { 200: OwnBans, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => ownBansView(await moderation.listOwnBans({}, onBehalfOf(request))),
  )
}
