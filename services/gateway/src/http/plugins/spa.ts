import fastifyStatic from '@fastify/static'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cacheControl } from '../bundle-caching.js'
import { isCall } from '../own-paths.js'
import { wantsPage } from '../wants-page.js'
import { openToAnyone } from './access.js'
import { sendRefusal } from './errors.js'

/** Serves the built SPA from `directory`, its index for every page address; without a directory, nothing. */
export async function registerSpa(app: FastifyInstance, directory: string): Promise<void> {
  const served = directory !== ''
  await app.register(async (scope) => {
    if (served) {
      openToAnyone(scope)
      await scope.register(fastifyStatic, {
        root: directory,
        cacheControl: false,
        // The build leaves compressed twins beside its files.
        preCompressed: true,
        setHeaders: (response, path) => {
          response.setHeader('cache-control', cacheControl(directory, path, 'no-cache'))
        },
      })
    }
    scope.setNotFoundHandler((request, reply) => {
      if (served && isPage(request)) reply.sendFile('index.html')
      else sendRefusal(reply, new KlaError('NOT_FOUND'))
    })
  })
}

const isPage = (request: FastifyRequest): boolean => wantsPage(request) && !isCall(request.url.split('?', 1)[0] ?? '')
