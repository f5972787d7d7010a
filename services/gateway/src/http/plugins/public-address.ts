import type { Logger } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wantsPage } from '../url-prefixes.js'

/** Set by a redirect: a request that returns it still uses another name. */
const MOVED_COOKIE = 'kla-moved'
const MOVED_FOR_S = 10

/** Returns the public address of a page opened by another name, where the session's cookie is not sent. */
export function publicAddressOf(request: FastifyRequest, publicUrl: URL): string | undefined {
  const dest = request.headers['sec-fetch-dest']
  if (!wantsPage(request) || (dest !== undefined && dest !== 'document')) return undefined
  const opened = `${publicUrl.protocol}//${request.host}`
  if (!URL.canParse(opened) || new URL(opened).host === publicUrl.host) return undefined
  return publicUrl.origin + request.url
}

/** Redirects once: a proxy may rewrite `Host`. */
export function registerPublicAddress(
  app: FastifyInstance,
  { publicUrl, log }: { publicUrl: string; log: Logger },
): void {
  const wanted = new URL(publicUrl)
  let warned = false
  app.addHook('onRequest', async (request, reply) => {
    const address = publicAddressOf(request, wanted)
    if (address === undefined) return
    if (request.headers.cookie?.includes(`${MOVED_COOKIE}=`)) {
      if (!warned)
        log.warn({ host: request.host }, 'pages are opened by another name than PUBLIC_URL: does a proxy rewrite Host?')
      warned = true
      return
    }
    const cookie = `${MOVED_COOKIE}=1; Path=/; Max-Age=${MOVED_FOR_S}; HttpOnly; SameSite=Lax`
    return reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).redirect(address, 307)
  })
}
