import { isCategory } from '../domain/category.js'
import { gifAddress } from '../domain/gif-address.js'
import type { NewGif } from '../store/rotation-store.js'

/** The entries of a manifest, a JSON list of `{ gifUrl, thumbnail, categories }`. Throws at the first fault. */
export function readManifest(text: string): NewGif[] {
  const list = JSON.parse(text) as unknown
  if (!Array.isArray(list)) throw new Error('a manifest is a list')
  return list.map(readEntry)
}

function readEntry(value: unknown, at: number): NewGif {
  const { gifUrl: given, thumbnail = '', categories } = (value ?? {}) as Record<string, unknown>
  const gifUrl = typeof given === 'string' ? gifAddress(given) : undefined
  if (gifUrl === undefined) throw new Error(`entry ${at}: gifUrl is no web address`)
  const small = thumbnail === '' ? '' : typeof thumbnail === 'string' ? gifAddress(thumbnail) : undefined
  if (small === undefined) {
    throw new Error(`entry ${at}: thumbnail is no web address`)
  }
  if (!Array.isArray(categories)) throw new Error(`entry ${at}: categories is no list`)
  const known = categories.map(String).filter(isCategory)
  if (known.length !== categories.length) throw new Error(`entry ${at}: one of its categories is unknown`)
  return { gifUrl, thumbnail: small, categories: known }
}
