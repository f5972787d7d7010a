import { readFile } from 'node:fs/promises'
import { KlaError } from '@kla/chassis'
import { gifAddress, isCategory, knownActs } from '../shared/rules.js'
import type { NewGif } from './store.js'

const WITHIN_MS = 30_000

/** Rejects with UNAVAILABLE if unreachable or answering 500 or more. */
export async function fetchManifest(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8')
  const response = await fetch(place, { signal: AbortSignal.timeout(WITHIN_MS) }).catch((error: unknown) => {
    throw new KlaError('UNAVAILABLE', `${place} cannot be reached`, { cause: error })
  })
  const problem = `${place} answers ${response.status}`
  if (response.status >= 500) throw new KlaError('UNAVAILABLE', problem)
  if (!response.ok) throw new Error(problem)
  return response.text()
}

/** Parses `{ gifUrl, thumbnail, categories, acts }[]`; absent acts mean unlabelled. Throws at the first fault. */
export function readManifest(text: string): NewGif[] {
  const list = JSON.parse(text) as unknown
  if (!Array.isArray(list)) throw new Error('a manifest is a list')
  return list.map(readEntry)
}

function readEntry(value: unknown, at: number): NewGif {
  const { gifUrl: given, thumbnail = '', categories, acts: shown = null } = (value ?? {}) as Record<string, unknown>
  const gifUrl = typeof given === 'string' ? gifAddress(given) : undefined
  if (gifUrl === undefined) throw new Error(`entry ${at}: gifUrl is no web address`)
  const small = thumbnail === '' ? '' : typeof thumbnail === 'string' ? gifAddress(thumbnail) : undefined
  if (small === undefined) {
    throw new Error(`entry ${at}: thumbnail is no web address`)
  }
  if (!Array.isArray(categories)) throw new Error(`entry ${at}: categories is no list`)
  const known = categories.map(String).filter(isCategory)
  if (known.length !== categories.length) throw new Error(`entry ${at}: one of its categories is unknown`)
  if (shown === null) return { gifUrl, thumbnail: small, categories: known }
  if (!Array.isArray(shown)) throw new Error(`entry ${at}: acts is no list`)
  const acts = knownActs(shown.map(String))
  if (!acts) throw new Error(`entry ${at}: one of its acts is unknown`)
  return { gifUrl, thumbnail: small, categories: known, acts }
}
