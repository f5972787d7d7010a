import fastifyStatic from '@fastify/static'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { named } from '../route.js'
import { isCall, wantsPage } from '../url-prefixes.js'
import { openToAnyone } from './access.js'
import { cacheControl } from './caching.js'
import { sendRefusal } from './errors.js'
import { omitHeaders } from './file-headers.js'
import { isUserNavigation, MarkedPages } from './marked-page.js'

/** Serves the index for page URLs. Otherwise 404, or 405 for another method. Register after all calls. */
export async function registerSpa(app: FastifyInstance, directory: string): Promise<void> {
  const served = directory !== ''
  const marked = new MarkedPages(directory)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isUserNavigation(request)) return marked.send(request, reply)
    await marked.version()
    return reply.sendFile('index.html')
  }
  const spa = async (scope: FastifyInstance): Promise<void> => {
    // Calls are registered now, pages are not.
    const allowed = createAllowedMethods(app.routes)
    if (served) {
      openToAnyone(scope)
      scope.addHook('onSend', omitHeaders)
      await scope.register(fastifyStatic, {
        root: directory,
        index: false,
        cacheControl: false,
        preCompressed: true,
        setHeaders: (response, path) => {
          response.setHeader('cache-control', cacheControl(directory, path, 'no-cache'))
          response.setHeader('vary', 'accept-encoding')
        },
      })
      scope.get('/', { schema: { hide: true } }, sendPage)
    }
    scope.setNotFoundHandler(async (request, reply) => {
      if (served && isPage(request)) return sendPage(request, reply)
      const methods = allowed(pathOf(request))
      if (methods.length === 0) return sendRefusal(reply, new KlaError('NOT_FOUND'))
      return sendRefusal(reply.header('allow', methods.join(', ')), new KlaError('METHOD_NOT_ALLOWED'))
    })
  }
  await app.register(named('spa', spa))
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''
const isPage = (request: FastifyRequest): boolean => wantsPage(request) && !isCall(pathOf(request))

type AllowedMethods = (path: string) => readonly string[]

type Address = Pick<RouteOptions, 'method' | 'url'>

export function createAllowedMethods(routes: readonly Address[]): AllowedMethods {
  const methods = new Map<string, Set<string>>()
  for (const { method, url } of routes) {
    if (url.includes('*')) continue
    const known = methods.get(url) ?? new Set()
    methods.set(url, known)
    for (const one of [method].flat()) known.add(one)
  }
  const patterns = [...methods].map(([url, known]) => ({ pattern: patternOf(url), known }))
  return (path) => [...new Set(patterns.flatMap(({ pattern, known }) => (pattern.test(path) ? [...known] : [])))].sort()
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]*' : part.replace(/[^A-Za-z0-9_-]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}
