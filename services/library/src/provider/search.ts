import { KlaError, type Logger } from '@kla/chassis'
import { LINK_FETCH_MS, type Reason } from '@kla/proto/web'
import { createSingleFlight } from '../shared/concurrency.js'
import { gifAddress } from '../shared/rules.js'
import type { AskProvider, Clock, Tokens } from './client.js'

interface ProviderItem {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly hd: string
  readonly sd: string
  readonly thumbnail: string
}

/** GIF found at the provider. */
export type ProviderGif = Pick<ProviderItem, 'hd' | 'sd' | 'thumbnail'>

/** GIFs found, and why the search stopped early. */
export interface Found {
  readonly gifs: readonly ProviderGif[]
  readonly brokenOffBy: Reason | undefined
}

type Search = (text: string) => Promise<Found>

interface SearchDeps {
  readonly ask: AskProvider
  readonly tokens: Tokens
  readonly clock: Clock
  readonly random: () => number
  readonly log: Logger
}

const PAGE_SIZE = 40
/** Specification's player document, section 7. */
const PAUSE_MS = { least: 2_000, spread: 1_000 }
const BEGIN_WITHIN_MS = 30_000

/**
 * Finds popular GIFs within LINK_FETCH_MS.search. Throws PROVIDER_BUSY and PROVIDER_UNAVAILABLE only without a page.
 */
export function createSearch({ ask, tokens, clock, random, log }: SearchDeps): Search {
  const askPage = async (text: string, number: number, untilMs: number): Promise<ProviderPage> => {
    const query = new URLSearchParams({ search_text: text, order: 'top', count: `${PAGE_SIZE}`, page: `${number}` })
    const path = `/v2/gifs/search?${query.toString()}`
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

/** Searches for GIFs by text. */
export type SearchGifs = (text: string) => Promise<Found>

const SEARCHES_MAX = 100

/** Shares searches and reuses results for `forMs`. */
export function createRecentSearches(search: Search, options: { forMs: number; clock: Clock }): SearchGifs {
  const { forMs, clock } = options
  const once = createSingleFlight<Found>()
  const recent = new Map<string, { found: Found; untilMs: number }>()

  const runSearch = async (text: string): Promise<Found> => {
    const found = await search(text)
    recent.delete(text)
    if (recent.size >= SEARCHES_MAX) recent.delete(recent.keys().next().value as string)
    if (found.brokenOffBy === undefined) recent.set(text, { found, untilMs: clock.now() + forMs })
    return found
  }

  return async (given) => {
    // Lower case of a Turkish capital I keeps its dot as a separate character.
    const text = given.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i')
    const known = recent.get(text)
    return known && clock.now() < known.untilMs ? known.found : once(text, () => runSearch(text))
  }
}

const ASPECT = 16 / 9
/** Specification's player document, section 9. */
const ASPECT_TOLERANCE = 0.05
const SEARCH_TARGET = 200

const fits = ({ width, height }: Pick<ProviderItem, 'width' | 'height'>): boolean =>
  height > 0 && Math.abs(width / height - ASPECT) <= ASPECT_TOLERANCE

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

interface ProviderPage {
  readonly items: readonly ProviderItem[]
  readonly pages: number
}

const IMAGE = 2

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
  const [large, small] = [webAddress(hd) || webAddress(sd), webAddress(sd) || webAddress(hd)]
  return large === '' ? undefined : { id, width, height, hd: large, sd: small, thumbnail: webAddress(thumbnail) }
}

const webAddress = (value: unknown): string => (typeof value === 'string' ? (gifAddress(value) ?? '') : '')
