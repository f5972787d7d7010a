import fastifyStatic from '@fastify/static'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cacheControl } from '../bundle-caching.js'
import { openToAnyone } from './access.js'
import { sendRefusal } from './errors.js'

/** Paths of the API: what is not found there is no page. */
const API = /^\/(api|auth|user|report|checkout|media|admin|adminlogin|gifs|webhooks|realtime|assets)(\/|$)/

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
          response.setHeader('cache-control', cacheControl(path, 'no-cache'))
        },
      })
    }
    scope.setNotFoundHandler((request, reply) => {
      if (served && isPage(request)) reply.sendFile('index.html')
      else sendRefusal(reply, new KlaError('NOT_FOUND'))
    })
  })
}

function isPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?', 1)
  return (
    (method === 'GET' || method === 'HEAD') && !API.test(path) && (headers.accept ?? '*/*').includes('text/html')
  )
}
