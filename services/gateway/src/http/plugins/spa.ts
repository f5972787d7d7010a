import fastifyStatic from '@fastify/static'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAllowedMethods } from '../allowed-methods.js'
import { cacheControl } from '../bundle-caching.js'
import { isOpenedByPerson, MarkedPages } from '../opened-by-person.js'
import { isCall } from '../own-paths.js'
import { wantsPage } from '../wants-page.js'
import { openToAnyone } from './access.js'
import { sendRefusal } from './errors.js'

/**
 * Serves the built SPA from `directory`, its index for every page address; without a directory, nothing. The index as it lies
 * there is the careful one: a page that the person opened has a mark (../opened-by-person.ts). What is left is 404, or 405
 * where the address is one of a call by another method. Register after all calls.
 */
export async function registerSpa(app: FastifyInstance, directory: string): Promise<void> {
  const served = directory !== ''
  const marked = new MarkedPages(directory)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    isOpenedByPerson(request) ? marked.send(request, reply) : reply.sendFile('index.html')
  await app.register(async (scope) => {
    // By now all calls are there, and no page of ours yet.
    const allowed = createAllowedMethods(app.routes)
    if (served) {
      openToAnyone(scope)
      await scope.register(fastifyStatic, {
        root: directory,
        index: false,
        cacheControl: false,
        // The build leaves compressed twins beside its files.
        preCompressed: true,
        setHeaders: (response, path) => {
          response.setHeader('cache-control', cacheControl(directory, path, 'no-cache'))
        },
      })
      // A folder, to the files' own route.
      scope.get('/', { schema: { hide: true } }, sendPage)
    }
    scope.setNotFoundHandler(async (request, reply) => {
      if (served && isPage(request)) return sendPage(request, reply)
      const methods = allowed(pathOf(request))
      if (methods.length === 0) return sendRefusal(reply, new KlaError('NOT_FOUND'))
      return sendRefusal(reply.header('allow', methods.join(', ')), new KlaError('METHOD_NOT_ALLOWED'))
    })
  })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''
const isPage = (request: FastifyRequest): boolean => wantsPage(request) && !isCall(pathOf(request))
