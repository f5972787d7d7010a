import { isCategory } from '../domain/category.js'
import type { NewGif } from '../store/rotation-store.js'

/** The entries of a manifest, a JSON list of `{ gifUrl, thumbnail, categories }`. Throws at the first fault. */
export function readManifest(text: string): NewGif[] {
  const list = JSON.parse(text) as unknown
  if (!Array.isArray(list)) throw new Error('a manifest is a list')
  return list.map(readEntry)
}

function readEntry(value: unknown, at: number): NewGif {
  const { gifUrl, thumbnail = '', categories } = (value ?? {}) as Record<string, unknown>
  if (typeof gifUrl !== 'string' || !isWebAddress(gifUrl)) throw new Error(`entry ${at}: gifUrl is no web address`)
  if (typeof thumbnail !== 'string' || (thumbnail !== '' && !isWebAddress(thumbnail))) {
    throw new Error(`entry ${at}: thumbnail is no web address`)
  }
  if (!Array.isArray(categories)) throw new Error(`entry ${at}: categories is no list`)
  const known = categories.map(String).filter(isCategory)
  if (known.length !== categories.length) throw new Error(`entry ${at}: one of its categories is unknown`)
  return { gifUrl, thumbnail, categories: known }
}

const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text)
