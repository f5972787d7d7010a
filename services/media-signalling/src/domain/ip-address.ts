const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

export const isIpv4 = (text: string): boolean => IPV4.test(text)

/** Whether a text is an IPv6 address as RFC 4291 writes them, without a zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const tail = groups.at(-1)
  const endsInIpv4 = tail !== undefined && isIpv4(tail) && !text.endsWith('::')
  const hex = endsInIpv4 ? groups.slice(0, -1) : groups
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const length = hex.length + (endsInIpv4 ? 2 : 0)
  return halves.length === 2 ? length < 8 : length === 8
}

export const isIpAddress = (text: string): boolean => isIpv4(text) || isIpv6(text)

const LOOKS_LIKE_IPV4 = /\d{1,3}(\.\d{1,3}){3}/
// Two colons with a group or nothing between them; in SDP only fingerprints look like that as well.
const LOOKS_LIKE_IPV6 = /:[0-9a-f]{0,4}:/i
const MDNS_NAME = /\.local(?![a-z0-9-])/i

/** Whether an IPv4 or IPv6 address or an mDNS name may stand anywhere in a text. Errs towards yes. */
export const holdsAddress = (text: string): boolean =>
  LOOKS_LIKE_IPV4.test(text) || LOOKS_LIKE_IPV6.test(text) || MDNS_NAME.test(text)
