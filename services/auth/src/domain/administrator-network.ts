const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What an address counts as in the lock-out: an IPv4 address is itself, an IPv6 one its first 64 bits, since a home or a
 * rented server has all that begin with them. What is no address counts as itself.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)
  if (mapped) return mapped[1]!
  const host = `http://[${address.split('%')[0]}]/`
  if (!address.includes(':') || !URL.canParse(host)) return address
  const [head = '', tail] = new URL(host).hostname.slice(1, -1).split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return `${groups.slice(0, 4).join(':')}::/64`
}
