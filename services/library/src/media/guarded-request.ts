import { KlaError } from '@kla/chassis'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { mediaAddress, type AddressRules } from '../domain/media-address.js'
import { addressesOf, type HostAddress, type Resolve } from './public-addresses.js'

export interface RequestLimits {
  /** Of the whole fetch, redirects and body included. */
  readonly signal: AbortSignal
  /** Silence while connecting or within the answer, milliseconds. */
  readonly silenceMs?: number
}

const REDIRECTS_MAX = 3
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])
const GONE: ReadonlySet<number | undefined> = new Set([401, 403, 404, 410])

/**
 * The body at an address, with every redirect under the same guard as the first address. Throws MEDIA_NOT_ALLOWED,
 * MEDIA_NOT_FOUND or MEDIA_UNAVAILABLE. The connection is closed when `use` is done with the body.
 */
export async function withBody<T>(
  text: string,
  rules: AddressRules,
  resolve: Resolve,
  limits: RequestLimits,
  use: (body: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  let next = text
  let base: URL | undefined
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    const allowed = mediaAddress(next, rules, base)
    if (!allowed) throw new KlaError('MEDIA_NOT_ALLOWED')
    const { url, mayBePrivate } = allowed
    const addresses = await addressesOf(url, mayBePrivate, resolve)
    let response: IncomingMessage | undefined
    try {
      response = await send(url, addresses, limits)
      const { statusCode, headers } = response
      if (statusCode === 200) return await use(response)
      if (!REDIRECTS.has(statusCode)) throw new KlaError(GONE.has(statusCode) ? 'MEDIA_NOT_FOUND' : 'MEDIA_UNAVAILABLE')
      if (headers.location === undefined) throw new KlaError('MEDIA_UNAVAILABLE')
      next = headers.location
      base = url
    } catch (error) {
      throw error instanceof KlaError ? error : new KlaError('MEDIA_UNAVAILABLE', undefined, { cause: error })
    } finally {
      response?.destroy()
    }
  }
  throw new KlaError('MEDIA_NOT_ALLOWED')
}

const HEADERS = { accept: 'video/*, image/*', 'accept-encoding': 'identity' }

/** Asks the given addresses only, whatever the name means by then, on a connection of its own. */
async function send(url: URL, addresses: readonly HostAddress[], limits: RequestLimits): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_hostname, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
  }
  const { signal, silenceMs = 5_000 } = limits
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    agent: false,
    lookup: pinned,
    headers: HEADERS,
    timeout: silenceMs,
    signal,
  })
  request.on('timeout', () => request.destroy(new Error('the media host fell silent')))
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // From here on errors are the body's; the request repeats them.
  request.on('error', () => undefined)
  return response
}
