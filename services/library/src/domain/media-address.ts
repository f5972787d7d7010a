/** Where media may come from. */
export interface AddressRules {
  readonly allowedHosts: readonly string[]
  readonly privateOrigins: readonly string[]
}

export interface MediaAddress {
  readonly url: URL
  /** Whether its host may be in a private network. */
  readonly mayBePrivate: boolean
}

/**
 * An address as it may be fetched, undefined if it may not. The URL parser brings every way to write a host into one
 * (decimal, octal and hexadecimal IPv4, case), so the comparison is exact. `base` is where a redirect came from.
 */
export function mediaAddress(text: string, rules: AddressRules, base?: URL): MediaAddress | undefined {
  if (!URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base?.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (!rules.allowedHosts.some((host) => host.toLowerCase() === url.host)) return undefined
  url.hash = ''
  return { url, mayBePrivate: rules.privateOrigins.some((origin) => origin.toLowerCase() === url.origin) }
}
