import { KlaError, type Logger } from '@kla/chassis'
import { LINK_FETCH_MS, type Reason } from '@kla/proto/web'
import { createSingleFlight } from '../shared/concurrency.js'
import { gifAddress } from '../shared/rules.js'
import type { AskProvider, Clock, Tokens } from './client.js'

/** A GIF as the provider lists it. */
interface ProviderItem {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly hd: string
  readonly sd: string
  readonly thumbnail: string
}

/** The addresses of a GIF that the provider has. */
export type ProviderGif = Pick<ProviderItem, 'hd' | 'sd' | 'thumbnail'>

const ASPECT = 16 / 9
/** Specification, player document, section 9. */
const ASPECT_TOLERANCE = 0.05
/** Specification, player document, section 9. */
const SEARCH_TARGET = 200

/** Whether a picture has the shape of the players' panes. */
const fits = ({ width, height }: Pick<ProviderItem, 'width' | 'height'>): boolean =>
  height > 0 && Math.abs(width / height - ASPECT) <= ASPECT_TOLERANCE

/** Each item once, in an order that `random` (0 to below 1) decides, at most as many as a search is to find. */
function pickShuffled(items: readonly ProviderItem[], random: () => number): ProviderGif[] {
  const left = [...new Map(items.map((item) => [item.id, item])).values()]
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = left[last] as ProviderItem
    left[last] = left[other] as ProviderItem
    left[other] = moved
  }
  return left.slice(0, SEARCH_TARGET).map(({ hd, sd, thumbnail }) => ({ hd, sd, thumbnail }))
}

/** One page of a search. */
interface ProviderPage {
  readonly items: readonly ProviderItem[]
  /** How many pages there are. */
  readonly pages: number
}

/** The provider's kind of an entry that is a still picture. */
const IMAGE = 2

/** A page as the provider sends it; entries that are not as they should be are left out. Undefined if it is no page. */
function readPage(json: unknown): ProviderPage | undefined {
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

/** What a search has found. */
export interface Found {
  readonly gifs: readonly ProviderGif[]
  /** Why the provider gave no more, where it broke the search off. */
  readonly brokenOffBy: Reason | undefined
}

type Search = (text: string) => Promise<Found>

interface SearchOptions {
  readonly ask: AskProvider
  readonly tokens: Tokens
  readonly clock: Clock
  readonly random: () => number
  readonly log: Logger
}

/** Specification, player document, section 9. */
const PAGE_SIZE = 40
/** Specification, player document, section 7: 2 to 3 s between pages. */
const PAUSE_MS = { least: 2_000, spread: 1_000 }
/** No page is begun later than this, as somebody waits for the answer. */
const BEGIN_WITHIN_MS = 30_000

/**
 * Searches the provider for the most popular GIFs of the players' shape, page after page until there are enough, at its
 * pace, and answers in any case within LINK_FETCH_MS.search. Throws PROVIDER_BUSY and PROVIDER_UNAVAILABLE if even the first
 * page cannot be had.
 */
export function createSearch({ ask, tokens, clock, random, log }: SearchOptions): Search {
  const askPage = async (text: string, number: number, untilMs: number): Promise<ProviderPage> => {
    const query = new URLSearchParams({ search_text: text, order: 'top', count: `${PAGE_SIZE}`, page: `${number}` })
    const path = `/v2/gifs/search?${query}`
    const token = await tokens.current(untilMs)
    let answer = await ask(path, { token, untilMs })
    if ('status' in answer && answer.status === 401) {
      tokens.refused(token)
      answer = await ask(path, { token: await tokens.current(untilMs), untilMs })
    }
    const page = 'json' in answer ? readPage(answer.json) : undefined
    if (!page) throw new KlaError('PROVIDER_UNAVAILABLE', undefined, { cause: answer })
    return page
  }

  return async (text) => {
    const begunAtMs = clock.now()
    const untilMs = begunAtMs + LINK_FETCH_MS.search
    const found: ProviderItem[] = []
    const result = (brokenOffBy?: Reason): Found => ({ gifs: pickShuffled(found, random), brokenOffBy })
    for (let number = 1; ; number++) {
      try {
        const page = await askPage(text, number, untilMs)
        found.push(...page.items.filter(fits))
        if (found.length >= SEARCH_TARGET || number >= page.pages) return result()
      } catch (error) {
        if (found.length === 0) throw error
        log.warn({ err: error, number }, 'a search ends with what it has found so far')
        return result(KlaError.from(error).reason)
      }
      await clock.sleep(PAUSE_MS.least + random() * PAUSE_MS.spread)
      if (clock.now() - begunAtMs > BEGIN_WITHIN_MS) return result()
    }
  }
}

/** What GIF control asks of the provider. */
export type SearchGifs = (text: string) => Promise<Found>

/** A few administrators, each with a handful of texts; 200 GIFs take about 60 KB. */
const SEARCHES_MAX = 100

/** Identical searches under way are one, and what a search has found is good for `forMs`. */
export function createRecentSearches(search: Search, options: { forMs: number; clock: Clock }): SearchGifs {
  const { forMs, clock } = options
  const once = createSingleFlight<Found>()
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
    return known && clock.now() < known.untilMs ? known.found : once(text, () => searchAnew(text))
  }
}
