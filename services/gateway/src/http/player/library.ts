import type { Limits } from '@kla/proto'
import { LimitsCard, SavedGifParams, SavedGifs, Success, WildCardsQuery } from '@kla/proto/schemas'
import { onBehalfOf } from '../plugins/access.js'
import { skipBodyParsing } from '../plugins/bodies.js'
import { limitPerAccount } from '../plugins/limits.js'
import { named, playerCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

export const playerLibrary: Resource = async (app, deps) => {
  const { library, engine, accountCallsPerMinute, now } = deps
  app.get(
    '/user/saved_gifs',
    {
      config: { access: 'player' },
      schema: playerCall('The saved GIFs', SavedGifs),
    },
    async (request) => {
      const { gifs } = await library.listSavedGifs({}, onBehalfOf(request))
      return gifs.map((gif) => ({ ...savedGifView(gif), saved_at: isoOf(gif.savedAtMs) }))
    },
  )

  app.get(
    '/user/wild_cards',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Saved GIFs that can be played in a room', SavedGifs, { querystring: WildCardsQuery }),
    },
    async (request) => {
      const { gifs } = await engine.listWildCards({ roomId: request.query.room }, onBehalfOf(request))
      return gifs.map(savedGifView)
    },
  )

  app.get(
    '/user/limits',
    {
      config: { access: 'banned-player' },
      schema: playerCall('The limits card', LimitsCard),
    },
    async (request) => limitsView(await library.getLimits({}, onBehalfOf(request))),
  )

  app.put(
    '/user/limits',
    {
      config: { access: 'banned-player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Replace the limits card', LimitsCard, { body: LimitsCard }),
    },
    async (request) => limitsView(await library.setLimits(request.body, onBehalfOf(request))),
  )

  await app.register(named('hideSavedGif', hideSavedGif), deps)
}

const hideSavedGif: Resource = async (app, { library }) => {
  skipBodyParsing(app)
  app.put(
    '/user/saved_gifs/:id/hide',
    {
      config: { access: 'player' },
      schema: playerCall('Hide a saved GIF', Success, { params: SavedGifParams }),
    },
    async (request) => {
      await library.hideSavedGif({ id: Number(request.params.id) }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}

const savedGifView = ({ id, gifUrl, thumbnail }: { id: number; gifUrl: string; thumbnail: string }) => ({
  id,
  gif_url: gifUrl,
  thumbnail,
})

const limitsView = ({ limits }: Limits): LimitsCard => ({ limits: limits as LimitsCard['limits'] })
