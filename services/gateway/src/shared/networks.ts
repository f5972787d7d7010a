import { BlockList, isIP, isIPv6 } from 'node:net'

/** The number of proxies in front, or their addresses and networks. */
export type TrustedProxies = number | readonly string[]

/** `hop` counts outwards from the connection (0). */
export type Trust = (address: string, hop: number) => boolean

const COUNT = /^\d{1,2}$/
/** Excludes /0, which would trust every sender. */
const PREFIX_BITS = /^[1-9]\d{0,2}$/

/** Parses a number, `true` (1), `false` (0), or a list. Throws for others. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (text === 'true') return 1
  if (text === 'false') return 0
  if (COUNT.test(text)) return Number(text)
  const entries = text.split(',').map((entry) => entry.trim())
  try {
    networksOf(entries)
  } catch (error) {
    throw new Error('is neither a number of proxies nor a list of addresses and CIDRs', { cause: error })
  }
  return entries
}

/** Parses addresses and CIDRs. Throws for others. */
export function parseNetworks(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  networksOf(entries)
  return entries
}

/** Trusts by address, or by hop for gateways reachable only through proxies. */
export function trustOf(proxies: TrustedProxies): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return isWithin(proxies)
}

export function isWithin(addressesAndNetworks: readonly string[]): (address: string) => boolean {
  const networks = networksOf(addressesAndNetworks)
  return (address) => isIP(address) !== 0 && networks.check(withoutZone(address), familyOf(address))
}

export const anyTrusted = (proxies: TrustedProxies): boolean =>
  typeof proxies === 'number' ? proxies > 0 : proxies.length > 0

/** Lists addresses, nearest first, while proxies are trusted. */
export function addressesOf(connected: string | undefined, forwardedFor: string, trust: Trust): string[] {
  if (connected === undefined) return []
  const addresses = [connected]
  let nearest = connected
  for (const noted of forwardedFor.split(',').reverse()) {
    const address = noted.trim()
    if (isIP(address) === 0 || !trust(nearest, addresses.length - 1)) break
    addresses.push(address)
    nearest = address
  }
  return addresses
}

/** Finds the client's address, also of spliced upgrades. */
export function senderOf(
  { connected, forwardedFor, spliced }: { connected: string; forwardedFor: string; spliced: boolean },
  trust: Trust,
): string {
  if (spliced) return forwardedFor.split(',', 1)[0]?.trim() ?? connected
  return addressesOf(connected, forwardedFor, trust).at(-1) ?? connected
}

function networksOf(entries: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const entry of entries) {
    const [address = '', ...bits] = entry.split('/')
    const [prefix] = bits
    if (prefix === undefined) networks.addAddress(address, familyOf(address))
    else if (bits.length === 1 && PREFIX_BITS.test(prefix))
      networks.addSubnet(address, Number(prefix), familyOf(address))
    else throw new Error(`not a network: ${entry}`)
  }
  return networks
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
const withoutZone = (address: string): string => address.split('%', 1)[0] ?? ''

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Providers assign a /48 on request. */
const IPV6_GROUPS = 3

/** The unit for limits: an IPv4 address, or 48 bits of IPv6. */
export function networkOf(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('::')
  const head = groups(before)
  const tail = groups(after ?? '')
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => 0)
  return [...head, ...zeros, ...tail]
    .slice(0, IPV6_GROUPS)
    .map((group) => group.toString(16))
    .join(':')
}

const groups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
