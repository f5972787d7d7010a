import { KlaError } from '@kla/chassis'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { mediaAddress, type AddressRules } from '../domain/media-address.js'
import { addressesOf, type HostAddress, type Resolve } from './public-addresses.js'

export interface RequestLimits {
  /** Of the whole fetch, redirects and body included. */
  readonly signal: AbortSignal
  readonly connectTimeoutMs?: number
  /** Silence within the answer, milliseconds. */
  readonly silenceMs?: number
}

const REDIRECTS_MAX = 3
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410])

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
    const agent = agentFor(await addressesOf(url, mayBePrivate, resolve), limits)
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal: limits.signal,
        headers: { accept: 'video/*, image/*', 'accept-encoding': 'identity' },
      })
      if (statusCode === 200) return await use(body)
      // What is left of the body is of no interest; the agent is destroyed below.
      body.on('error', () => undefined)
      if (!REDIRECTS.has(statusCode)) throw new KlaError(GONE.has(statusCode) ? 'MEDIA_NOT_FOUND' : 'MEDIA_UNAVAILABLE')
      if (typeof headers.location !== 'string') throw new KlaError('MEDIA_UNAVAILABLE')
      next = headers.location
      base = url
    } catch (error) {
      throw error instanceof KlaError ? error : new KlaError('MEDIA_UNAVAILABLE', undefined, { cause: error })
    } finally {
      await agent.destroy()
    }
  }
  throw new KlaError('MEDIA_NOT_ALLOWED')
}

/** Connects to the given addresses only, whatever the name means by then. */
function agentFor(addresses: readonly HostAddress[], limits: RequestLimits): Agent {
  const pinned: LookupFunction = (_hostname, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
  }
  const silenceMs = limits.silenceMs ?? 5_000
  return new Agent({
    connect: { lookup: pinned, timeout: limits.connectTimeoutMs ?? 3_000 },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    pipelining: 0,
  })
}
