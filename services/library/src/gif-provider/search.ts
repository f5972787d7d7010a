import { KlaError, type Logger } from '@kla/chassis'
import { LINK_FETCH_MS, type Reason } from '@kla/proto/web'
import { fits, pickShuffled, SEARCH_TARGET, type ProviderGif, type ProviderItem } from '../domain/provider-gif.js'
import type { AskProvider } from './ask-provider.js'
import type { Clock } from './clock.js'
import { readPage, type ProviderPage } from './read-page.js'
import type { Tokens } from './tokens.js'

/** What a search has found. */
export interface Found {
  readonly gifs: readonly ProviderGif[]
  /** Why the provider gave no more, where it broke the search off. */
  readonly brokenOffBy: Reason | undefined
}

export type Search = (text: string) => Promise<Found>

export interface SearchOptions {
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
