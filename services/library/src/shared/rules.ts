import type { Acts } from '@kla/proto'
import { ACT_TOKENS, type ActToken, CATEGORIES, type Category, type LabelledActs } from '@kla/proto/web'

const LENGTH_MAX = 2_048

/** Canonical form; undefined unless a web address. */
export function gifAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href.length <= LENGTH_MAX ? url.href : undefined
}

/** Hosts and origins that may be fetched. */
export interface AddressRules {
  readonly allowedHosts: readonly string[]
  readonly privateOrigins: readonly string[]
}

interface MediaAddress {
  readonly url: URL
  readonly mayBePrivate: boolean
}

/** Undefined if it may not be fetched. The parser normalises hosts. `base`: where a redirect came from. */
export function mediaAddress(text: string, rules: AddressRules, base?: URL): MediaAddress | undefined {
  if (!URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base?.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (!rules.allowedHosts.some((host) => host.toLowerCase() === url.host)) return undefined
  url.hash = ''
  return { url, mayBePrivate: rules.privateOrigins.some((origin) => origin.toLowerCase() === url.origin) }
}

// Untyped content may be binary or nothing.
const MEDIA_TYPE = /^(?:video|image)\/|^(?:application\/(?:mp4|octet-stream)|binary\/octet-stream)\b|^$/i

/** True if what a host says of its answer leaves room for media. */
export const mayBeMedia = (contentType: string): boolean => MEDIA_TYPE.test(contentType)

export const isCategory = (text: string): text is Category => (CATEGORIES as readonly string[]).includes(text)

export const isAct = (text: string): text is ActToken => (ACT_TOKENS as readonly string[]).includes(text)

/** Known acts once, in the order of ACTS; undefined if one is unknown. */
export const knownActs = (given: readonly string[]): readonly ActToken[] | undefined =>
  given.every(isAct) ? ACT_TOKENS.filter((act) => given.includes(act)) : undefined

export const actsToProto = (acts: LabelledActs): Acts | undefined => (acts === null ? undefined : { acts: [...acts] })
