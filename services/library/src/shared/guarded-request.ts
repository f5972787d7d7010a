import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { inSpan, KlaError } from '@kla/chassis'
import ipaddr from 'ipaddr.js'
import { type AddressRules, mediaAddress } from './rules.js'

/** Address that a host name resolves to. */
export interface HostAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Resolves a host name to addresses. */
export type Resolve = (hostname: string) => Promise<readonly HostAddress[]>

export const resolveByDns: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })) as unknown as readonly HostAddress[]

/**
 * False for private, loopback, link-local, carrier-grade NAT, unique local, multicast and documentation addresses, and
 * IPv6 with an IPv4 address.
 */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'

/** Resolves once: later DNS answers cannot redirect. One private address refuses the host, unless allowed. */
export async function addressesOf(url: URL, mayBePrivate: boolean, resolve: Resolve): Promise<readonly HostAddress[]> {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const addresses = family === 0 ? await lookUp(literal, resolve) : [{ address: literal, family: family as 4 | 6 }]
  const allowed = mayBePrivate || addresses.every(({ address }) => isPublicAddress(address))
  if (!allowed) throw new KlaError('MEDIA_NOT_ALLOWED')
  return addresses
}

async function lookUp(hostname: string, resolve: Resolve): Promise<readonly HostAddress[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new KlaError('MEDIA_UNAVAILABLE', undefined, { cause: error })
  })
  if (addresses.length === 0) throw new KlaError('MEDIA_UNAVAILABLE')
  return addresses
}

/** Request to an address from outside. */
export interface GuardedRequest {
  readonly rules: AddressRules
  readonly resolve: Resolve
  readonly signal: AbortSignal
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly redirects?: number
  /** Milliseconds of silence while connecting or answering. */
  readonly silenceMs?: number
}

/** A response whose body is read as a stream. */
export interface GuardedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: AsyncIterable<Buffer>
}

const REDIRECTS_MAX = 3
const SILENCE_MS = 5_000
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Guards redirects too. Throws MEDIA_NOT_ALLOWED or MEDIA_UNAVAILABLE. */
export async function guardedRequest<T>(
  text: string,
  options: GuardedRequest,
  use: (answer: GuardedAnswer) => Promise<T>,
): Promise<T> {
  const { rules, resolve, redirects = REDIRECTS_MAX } = options
  let next = text
  let base: URL | undefined
  for (let hop = 0; hop <= redirects; hop++) {
    const allowed = mediaAddress(next, rules, base)
    if (!allowed) throw new KlaError('MEDIA_NOT_ALLOWED')
    const { url, mayBePrivate } = allowed
    const addresses = await addressesOf(url, mayBePrivate, resolve)
    let response: IncomingMessage | undefined
    try {
      response = await inSpan('ask a host of GIFs', () => send(url, addresses, options))
      const { statusCode: status = 0, headers } = response
      if (redirects === 0 || !REDIRECTS.has(status)) return await use({ status, headers, body: response })
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

/** Connects only to the given addresses. */
async function send(url: URL, addresses: readonly HostAddress[], options: GuardedRequest): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, [...addresses])
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
  }
  const { signal, method = 'GET', headers, silenceMs = SILENCE_MS } = options
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    agent: false,
    lookup: pinned,
    headers: { 'accept-encoding': 'identity', ...headers },
    timeout: silenceMs,
    signal,
  })
  request.on('timeout', () => request.destroy(new Error('the host fell silent')))
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  request.on('error', () => undefined)
  return response
}
