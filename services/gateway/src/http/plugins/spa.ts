import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { KlaError } from '@kla/chassis'
import { isCall } from '../url-prefixes.js'
import { openToAnyone } from './access.js'
import { wantsPage } from '../url-prefixes.js'
import { cacheControl } from './caching.js'
import { sendRefusal } from './errors.js'
import { isOpenedByPerson, MarkedPages } from './marked-page.js'

/** Answers which methods a path is known under: none when it is not known at all. */
type AllowedMethods = (path: string) => readonly string[]

type Address = Pick<RouteOptions, 'method' | 'url'>

/** Made of the routes there are, but for those that stand for whatever comes (`*`): such a path is not known by itself. */
export function createAllowedMethods(routes: readonly Address[]): AllowedMethods {
  const methods = new Map<string, Set<string>>()
  for (const { method, url } of routes) {
    if (url.includes('*')) continue
    const known = methods.get(url) ?? new Set()
    methods.set(url, known)
    for (const one of [method].flat()) known.add(one)
  }
  const patterns = [...methods].map(([url, known]) => ({ pattern: patternOf(url), known }))
  return (path) => [
    ...new Set(patterns.flatMap(({ pattern, known }) => (pattern.test(path) ? [...known] : []))),
  ].sort()
}

/** A parameter is one part of a path, and to the router no character is one as well. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]*' : part.replace(/[^A-Za-z0-9_-]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}

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
