import { isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** What a provider hands to a customer who asks: 65,536 networks of 64 bits, any of which costs nothing more. */
const IPV6_GROUPS = 3

/** What one sender may have of its own: an IPv4 address, or the first 48 bits of an IPv6 address. */
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

const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
