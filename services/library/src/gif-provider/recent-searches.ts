import type { ProviderGif } from '../domain/provider-gif.js'
import { createShared } from '../shared.js'
import type { Clock } from './clock.js'
import type { Search } from './search.js'

/** What GIF control asks of the provider. */
export type SearchGifs = (text: string) => Promise<readonly ProviderGif[]>

/** A few administrators, each with a handful of texts; 200 GIFs take about 60 KB. */
const SEARCHES_MAX = 100

/** Identical searches under way are one, and what a search has found is good for `forMs`. */
export function createRecentSearches(search: Search, options: { forMs: number; clock: Clock }): SearchGifs {
  const { forMs, clock } = options
  const shared = createShared<readonly ProviderGif[]>()
  const recent = new Map<string, { gifs: readonly ProviderGif[]; untilMs: number }>()

  const searchAnew = async (text: string): Promise<readonly ProviderGif[]> => {
    const { gifs, complete } = await search(text)
    recent.delete(text)
    if (recent.size >= SEARCHES_MAX) recent.delete(recent.keys().next().value as string)
    if (complete) recent.set(text, { gifs, untilMs: clock.now() + forMs })
    return gifs
  }

  return async (given) => {
    const text = given.toLowerCase()
    const known = recent.get(text)
    return known && clock.now() < known.untilMs ? known.gifs : shared(text, () => searchAnew(text))
  }
}
