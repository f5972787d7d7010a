import { createShared } from '../shared.js'
import type { Clock } from './clock.js'
import type { Found, Search } from './search.js'

/** What GIF control asks of the provider. */
export type SearchGifs = (text: string) => Promise<Found>

/** A few administrators, each with a handful of texts; 200 GIFs take about 60 KB. */
const SEARCHES_MAX = 100

/** Identical searches under way are one, and what a search has found is good for `forMs`. */
export function createRecentSearches(search: Search, options: { forMs: number; clock: Clock }): SearchGifs {
  const { forMs, clock } = options
  const shared = createShared<Found>()
  const recent = new Map<string, { found: Found; untilMs: number }>()

  const searchAnew = async (text: string): Promise<Found> => {
    const found = await search(text)
    recent.delete(text)
    if (recent.size >= SEARCHES_MAX) recent.delete(recent.keys().next().value as string)
    if (found.brokenOffBy === undefined) recent.set(text, { found, untilMs: clock.now() + forMs })
    return found
  }

  return async (given) => {
    const text = given.toLowerCase()
    const known = recent.get(text)
    return known && clock.now() < known.untilMs ? known.found : shared(text, () => searchAnew(text))
  }
}
