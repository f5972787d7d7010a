import { gifAddress } from '../domain/gif-address.js'
import type { ProviderItem } from '../domain/provider-gif.js'

/** One page of a search. */
export interface ProviderPage {
  readonly items: readonly ProviderItem[]
  /** How many pages there are. */
  readonly pages: number
}

/** The provider's kind of an entry that is a still picture. */
const IMAGE = 2

/** A page as the provider sends it; entries that are not as they should be are left out. Undefined if it is no page. */
export function readPage(json: unknown): ProviderPage | undefined {
  const { gifs, pages } = (json ?? {}) as { gifs?: unknown; pages?: unknown }
  if (!Array.isArray(gifs)) return undefined
  return {
    items: gifs.map(readItem).filter((item) => item !== undefined),
    pages: typeof pages === 'number' ? pages : 1,
  }
}

function readItem(value: unknown): ProviderItem | undefined {
  const { id, type, width, height, urls } = (value ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || type === IMAGE) return undefined
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  const { hd, sd, thumbnail } = (urls ?? {}) as Record<string, unknown>
  // Small ones have only one of the two.
  const [large, small] = [webAddress(hd) || webAddress(sd), webAddress(sd) || webAddress(hd)]
  return large === '' ? undefined : { id, width, height, hd: large, sd: small, thumbnail: webAddress(thumbnail) }
}

const webAddress = (value: unknown): string => (typeof value === 'string' ? (gifAddress(value) ?? '') : '')
