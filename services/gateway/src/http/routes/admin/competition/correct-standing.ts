import { KlaError } from '@kla/chassis'
import { ALL_SEASONS, CorrectionRequest, CorrectionView } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { publicAccounts } from '../../../public-accounts.js'
import type { TypedApp } from '../../../typed-app.js'
import { correctionView } from '../../../views/admin/standings.js'
import { consoleCall } from '../console-call.js'

/** Adds to or takes from what somebody has in a season; also an account that is no more, but still has figures. */
export const correctStanding = (app: TypedApp, { auth, standings, ownPlaces }: HttpParts): void => {
  const hasFigures = async (accountId: number, context: ReturnType<typeof onBehalfOf>): Promise<boolean> => {
    const line = { season: ALL_SEASONS, order: 'played', page: 1, pageSize: 1, accountId }
    return (await standings.listStandings(line, context)).total > 0
  }

  app.post(
    '/admin/leaderboard/corrections',
    {
      config: { access: { permission: 'standings.correct' } },
      schema: consoleCall('Correct the standings', CorrectionView, { body: CorrectionRequest }),
    },
    async (request) => {
      const { id: correctionId, userId, season, gamesWon, gamesPlayed, reason } = request.body
      const people = await publicAccounts(auth, [userId], { requestId: request.id })
      const known = people.has(userId) || (await hasFigures(userId, onBehalfOf(request)))
      if (!known) throw new KlaError('NO_SUCH_ACCOUNT')
      const correction = await standings.correctStanding(
        { correctionId, accountId: userId, season, gamesWon, gamesPlayed, reason: reason.trim() },
        onBehalfOf(request),
      )
      ownPlaces.forget(userId, season)
      return correctionView(correction, people)
    },
  )
}
