import { KlaError } from '@kla/chassis'
import { mediaAddress, type AddressRules } from '../domain/media-address.js'
import type { MediaLoader } from '../media/media-loader.js'

/** Looks at what an address holds. */
export interface Examine {
  /** Fetches it as players would get it, and answers the SHA-256 of its content. Throws what GetMedia throws. */
  whole(gifUrl: string): Promise<string>
  /** Only the SHA-256, of what is blocked as well. */
  digest(gifUrl: string): Promise<string>
}

export function createExamine(loader: MediaLoader, rules: AddressRules): Examine {
  const allowed = (gifUrl: string): string => {
    const address = mediaAddress(gifUrl, rules)
    if (!address) throw new KlaError('MEDIA_NOT_ALLOWED')
    return address.url.href
  }
  return {
    whole: async (gifUrl) => (await loader.load(allowed(gifUrl))).sourceDigest,
    digest: async (gifUrl) => loader.digestOf(allowed(gifUrl)),
  }
}
