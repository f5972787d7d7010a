import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { entriesOf, type ProvidedClip, search } from './search.js'
import { createRateLimit, createTokens, refuse, temporaryToken } from './tokens.js'

export type { ProvidedClip } from './search.js'

/** Amounts, limits and delays of the provider. */
export interface GifProviderStandInOptions {
  readonly port: number
  readonly host?: string
  readonly clips: readonly ProvidedClip[]
  readonly copies?: number
  /** Interval of dead links; 0: none. */
  readonly deadEvery?: number
  readonly tokenLifeMs?: number
  readonly requestsPerMinute?: number
  readonly delayMs?: number
}

interface GifProviderControl {
  refuseNext(requests: number): void
  expireTokens(): void
  delay(ms: number): void
  readonly tokensIssued: number
  /** Paths with queries, with refused requests. */
  readonly requests: readonly string[]
}

/** Running provider, with its requests. */
export interface GifProviderStandIn {
  readonly url: string
  readonly port: number
  readonly control: GifProviderControl
  close(): Promise<void>
}

const HOUR_MS = 3_600_000
const REQUESTS_KEPT = 1_000

export async function startGifProviderStandIn(options: GifProviderStandInOptions): Promise<GifProviderStandIn> {
  const { host = '127.0.0.1', clips, copies = 8, deadEvery = 20 } = options
  const tokens = createTokens(options.tokenLifeMs ?? HOUR_MS)
  const rateLimit = createRateLimit(options.requestsPerMinute ?? 120)
  const requests: string[] = []
  let delayMs = options.delayMs ?? 0

  const app = fastify({
    forceCloseConnections: true,
    // No route meets an array.
    routerOptions: { querystringParser: (query) => Object.fromEntries(new URLSearchParams(query)) },
  })
  app.addHook('onRequest', async (request, reply) => {
    requests.push(request.url)
    if (requests.length > REQUESTS_KEPT) requests.shift()
    if (delayMs > 0) await sleep(delayMs)
    if (!rateLimit.allows()) return refuse(reply, 429, 'TooManyRequests', 'You have sent too many requests.')
    return undefined
  })
  temporaryToken(app, tokens)
  search(app, entriesOf(clips, { copies, deadEvery }), tokens)
  await app.listen({ port: options.port, host })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    control: {
      refuseNext: rateLimit.refuseNext,
      expireTokens: tokens.expireAll,
      delay: (ms) => {
        delayMs = ms
      },
      get tokensIssued() {
        return tokens.issued
      },
      requests,
    },
    close: () => app.close(),
  }
}
