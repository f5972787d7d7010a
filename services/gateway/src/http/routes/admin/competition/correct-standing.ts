import { CorrectionRequest, CorrectionView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import { existingAccount } from '../../../existing-account.js'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { correctionView } from '../../../views/admin/standings.js'
import { consoleCall } from '../console-call.js'

/** Adds to or takes from what somebody has in a season. */
export const correctStanding = (app: TypedApp, { auth, standings, ownPlaces }: HttpParts): void => {
  app.post(
    '/admin/leaderboard/corrections',
    {
      config: { access: { permission: 'standings.correct' } },
      schema: consoleCall('Correct the standings', CorrectionView, { body: CorrectionRequest }),
    },
    async (request) => {
      const { id: correctionId, userId, season, gamesWon, gamesPlayed, reason } = request.body
      const person = await existingAccount(auth, userId, { requestId: request.id })
      const correction = await standings.correctStanding(
        { correctionId, accountId: userId, season, gamesWon, gamesPlayed, reason: reason.trim() },
        onBehalfOf(request),
      )
      ownPlaces.forget(userId, season)
      return correctionView(correction, new Map([[userId, person]]))
    },
  )
}
