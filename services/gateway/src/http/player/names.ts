import { KlaError } from '@kla/chassis'
import { ShownAs } from '@kla/proto'
import { NameChange, NameChoice, NameSuggestions } from '@kla/proto/schemas'
import type { Reason } from '@kla/proto/web'
import { banAgainst, bannedBy } from '../../shared/bans.js'
import { nameChoiceView } from '../accounts.js'
import { onBehalfOf, playerOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'

/** Refusals by auth without the end and the reason of the ban. */
const BANS: ReadonlySet<string> = new Set(['BANNED', 'BANNED_FROM_API'] satisfies Reason[])

/** True for a switch that can only hide the player: it must work at any time. */
const hides = ({ shown_as, player_name, on_leaderboards }: NameChange): boolean =>
  shown_as === 'player' && player_name === undefined && on_leaderboards !== true

export const playerNames: Resource = async (app, { auth, accountCallsPerMinute, now }) => {
  const limit = limitPerAccount(accountCallsPerMinute, now)
  app.put(
    '/user/name',
    {
      config: { access: 'banned-player' },
      preHandler: async (request) => {
        if (!hides(request.body)) await limit(request)
      },
      schema: playerCall('Choose the name that others see', NameChoice, { body: NameChange }),
    },
    async (request) => {
      const { shown_as: shownAs, player_name: playerName = '', on_leaderboards: onLeaderboards } = request.body
      const choice = { shownAs: shownAs === 'player' ? ShownAs.PLAYER : ShownAs.DISCORD, playerName, onLeaderboards }
      const { account, restrictions } = playerOf(request)
      const ban = banAgainst(restrictions, 'api', now())
      const chosen = await auth.setPlayerName(choice, onBehalfOf(request)).catch((error: unknown) => {
        throw ban && BANS.has(KlaError.from(error).reason) ? bannedBy(ban) : error
      })
      return nameChoiceView(chosen, account.id)
    },
  )

  app.get(
    '/user/name/suggestions',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Suggest free player names', NameSuggestions),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return auth.suggestNames({}, onBehalfOf(request))
    },
  )
}
