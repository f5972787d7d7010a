import { type Handlers, invalidField, type Logger } from '@kla/chassis'
import type { LibraryServiceService, SearchProviderResponse } from '@kla/proto'
import type { Category } from '@kla/proto/web'
import { visibleLine } from '@kla/proto/web'
import type { Resolve } from '../shared/guarded-request.js'
import { isCategory } from '../shared/rules.js'
import { type Clock, createAskProvider, createTokens, systemClock } from './client.js'
import { createRecentSearches, createSearch } from './search.js'

export type { Clock } from './client.js'

export interface ProviderDeps {
  readonly url: string
  readonly timeoutMs: number
  readonly resultsMs: number
  readonly categoryTexts: Readonly<Record<Category, string>>
  readonly privateOrigins: readonly string[]
  readonly resolve: Resolve
  readonly offer: (addresses: readonly string[]) => Promise<void>
  readonly log: Logger
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
}

/** RPC handlers of searches at the GIF provider. */
export interface Provider {
  readonly handlers: Pick<Handlers<typeof LibraryServiceService>, 'searchProvider' | 'listProviderCategory'>
}

const TEXT_MAX = 100

export function createProvider(deps: ProviderDeps): Provider {
  const { resolve, privateOrigins, offer, log, clock = systemClock, random = Math.random } = deps
  const ask = createAskProvider({ url: deps.url, privateOrigins, resolve, timeoutMs: deps.timeoutMs, clock })
  const search = createRecentSearches(createSearch({ ask, tokens: createTokens(ask, clock), clock, random, log }), {
    forMs: deps.resultsMs,
    clock,
  })
  async function find(text: string): Promise<SearchProviderResponse> {
    const { gifs, brokenOffBy } = await search(text)
    await offer(gifs.flatMap(({ hd, sd, thumbnail }) => [hd, sd, thumbnail]))
    return { gifs: [...gifs], brokenOffBy: brokenOffBy ?? '' }
  }
  return {
    handlers: {
      async searchProvider(request, call) {
        await call.administrator('gifs.manage')
        const text = visibleLine(request.text)
        if (text === '' || text.length > TEXT_MAX) throw invalidField('text')
        return find(text)
      },

      async listProviderCategory({ category }, call) {
        await call.administrator('gifs.manage')
        if (!isCategory(category)) throw invalidField('category')
        return find(deps.categoryTexts[category])
      },
    },
  }
}
