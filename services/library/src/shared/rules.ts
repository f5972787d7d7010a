import { CATEGORIES, type Category } from '@kla/proto/web'

/** Longer ones are refused by the database as well. */
const LENGTH_MAX = 2_048

/** An address as it is kept, in the one form in which it is compared; undefined for what is no web address. */
export function gifAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href.length <= LENGTH_MAX ? url.href : undefined
}

/** Where media may come from. */
export interface AddressRules {
  readonly allowedHosts: readonly string[]
  readonly privateOrigins: readonly string[]
}

interface MediaAddress {
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

export const isCategory = (text: string): text is Category => (CATEGORIES as readonly string[]).includes(text)
