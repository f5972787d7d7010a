import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by machines of others, which no cookie speaks for. */
    readonly anyOrigin?: true
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses calls that change something when a page of another site makes them. Browsers say where such a call comes
 * from, in Sec-Fetch-Site or at least in Origin; a client that sends neither is no browser, and carries nobody's cookie
 * but its own.
 */
export function registerSameOrigin(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.anyOrigin) return
    if (!isSameOrigin(request, publicOrigin)) throw new KlaError('NOT_ALLOWED')
  })
}

function isSameOrigin({ headers, protocol, host }: FastifyRequest, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined) return origin === publicOrigin
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`
}
