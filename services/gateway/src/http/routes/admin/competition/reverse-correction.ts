import { CorrectionParams, CorrectionView, ReversalRequest } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { publicAccounts } from '../../../public-accounts.js'
import type { TypedApp } from '../../../typed-app.js'
import { correctionView } from '../../../views/admin/standings.js'
import { consoleCall } from '../console-call.js'

/** Undoes a correction by its opposite. */
export const reverseCorrection = (app: TypedApp, { auth, standings, ownPlaces }: HttpParts): void => {
  app.post(
    '/admin/leaderboard/corrections/:id/reverse',
    {
      config: { access: { permission: 'standings.correct' } },
      schema: consoleCall('Reverse a correction', CorrectionView, { params: CorrectionParams, body: ReversalRequest }),
    },
    async (request) => {
      const correction = await standings.reverseCorrection(
        { correctionId: request.params.id, reason: request.body.reason.trim() },
        onBehalfOf(request),
      )
      ownPlaces.forget(correction.accountId, correction.season)
      return correctionView(correction, await publicAccounts(auth, [correction.accountId], { requestId: request.id }))
    },
  )
}
