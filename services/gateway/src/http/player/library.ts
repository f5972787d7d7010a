import { SavedGifParams, SavedGifs, Success } from '@kla/proto/schemas'
import { onBehalfOf } from '../plugins/access.js'
import { leaveBodiesUnread } from '../plugins/bodies.js'
import { named, playerCall, type Resource } from '../route.js'

export const playerLibrary: Resource = async (app, deps) => {
  const { library } = deps
  app.get(
    '/user/saved_gifs',
    {
      config: { access: 'player' },
      schema: playerCall('The saved GIFs', SavedGifs),
    },
    async (request) => {
      const { gifs } = await library.listSavedGifs({}, onBehalfOf(request))
      return gifs.map(({ id, gifUrl, thumbnail }) => ({ id, gif_url: gifUrl, thumbnail }))
    },
  )

  await app.register(named('hideSavedGif', hideSavedGif), deps)
}

/** Clients send nothing or an empty object; neither is read. */
const hideSavedGif: Resource = async (app, { library }) => {
  leaveBodiesUnread(app)
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
