import { ShownAs } from '@kla/proto'
import { NameChange, NameChoice, NameSuggestions } from '@kla/proto/schemas'
import { nameChoiceView } from '../accounts.js'
import { onBehalfOf, playerOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'

export const playerNames: Resource = async (app, { auth, accountCallsPerMinute, now }) => {
  app.put(
    '/user/name',
    {
      config: { access: 'player' },
      schema: playerCall('Choose the name that others see', NameChoice, { body: NameChange }),
    },
    async (request) => {
      const { shown_as: shownAs, player_name: playerName = '', on_leaderboards: onLeaderboards } = request.body
      const choice = { shownAs: shownAs === 'player' ? ShownAs.PLAYER : ShownAs.DISCORD, playerName, onLeaderboards }
      return nameChoiceView(await auth.setPlayerName(choice, onBehalfOf(request)), playerOf(request).account.id)
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
