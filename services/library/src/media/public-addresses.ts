import { KlaError } from '@kla/chassis'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface HostAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly HostAddress[]>

export const resolveByDns: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })) as unknown as readonly HostAddress[]

/**
 * Whether an address is on the public internet. Everything with a special purpose is not: private, loopback,
 * link-local, carrier-grade NAT, unique local, multicast, documentation, and IPv6 with an IPv4 address inside.
 */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'

/**
 * The addresses to connect to, looked up once: who connects to exactly these cannot be sent elsewhere by a name server
 * that answers differently the next time. One private address among them refuses the host, unless it may be private.
 */
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
