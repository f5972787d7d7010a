import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { LINK_FETCH_MS } from '@kla/proto/web'
import { quietLogger, refusalOf } from '@kla/testkit'
import {
  type GifProviderStandIn,
  type GifProviderStandInOptions,
  startGifProviderStandIn,
} from '../../../../deploy/local/src/stand-ins/gif-provider/index.js'
import { createAskProvider, createTokens } from '../../src/provider/client.js'
import { createRecentSearches, createSearch } from '../../src/provider/search.js'
import { resolveByDns } from '../../src/shared/guarded-request.js'
import { startClipServer } from '../support/clip-server.js'
import { createFakeClock } from '../support/fake-clock.js'

const clips = Array.from({ length: 50 }, (_, at) => ({
  gifUrl: `http://clips.kla.test/clips/ember-${at}.mp4`,
  thumbnail: `http://clips.kla.test/clips/ember-${at}.jpg`,
  categories: at % 5 === 0 ? ['default', 'gay'] : ['default'],
}))

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function startProvider(options: Partial<GifProviderStandInOptions> = {}): Promise<GifProviderStandIn> {
  const provider = await startGifProviderStandIn({ port: 0, clips, requestsPerMinute: 1_000, ...options })
  closing.push(() => provider.close())
  return provider
}

function clientOf(url: string, privateOrigins = [url]) {
  const clock = createFakeClock()
  const ask = createAskProvider({ url, privateOrigins, resolve: resolveByDns, timeoutMs: 1_000, clock })
  const tokens = createTokens(ask, clock)
  let at = 0
  // Spread evenly over 0 to 1, and the same in each run.
  const random = (): number => (at++ * 0.618_033_988_7) % 1
  const search = createSearch({ ask, tokens, clock, random, log: quietLogger() })
  return { clock, ask, tokens, search, recent: createRecentSearches(search, { forMs: 300_000, clock }) }
}

/** A provider of another kind than the stand-in. */
async function serve(listener: RequestListener): Promise<string> {
  const routes = new Proxy({}, { get: () => listener }) as Record<string, RequestListener>
  const server = await startClipServer(routes)
  closing.push(() => server.close())
  return server.origin
}
const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(value))

describe('search', () => {
  test('requests the most popular, 40 a page, until 200 fit, with 2 to 3 seconds between pages', async () => {
    const provider = await startProvider()
    const { search, clock } = clientOf(provider.url)
    const { gifs, brokenOffBy } = await search('default')
    expect(gifs).toHaveLength(200)
    expect(brokenOffBy).toBeUndefined()
    expect(new Set(gifs.map(({ hd }) => hd)).size).toBe(200)
    const [token, ...pages] = provider.control.requests
    expect(token).toBe('/v2/auth/temporary')
    expect(pages[0]).toBe('/v2/gifs/search?search_text=default&order=top&count=40&page=1')
    expect(pages.at(-1)).toContain(`page=${pages.length}`)
    expect(clock.pauses).toHaveLength(pages.length - 1)
    expect(Math.min(...clock.pauses)).toBeGreaterThanOrEqual(2_000)
    expect(Math.max(...clock.pauses)).toBeLessThan(3_000)
    expect(provider.control.tokensIssued).toBe(1)
  })

  test('keeps only results close to 16:9, shuffled', async () => {
    const entry = (id: number, width: number, height: number) => ({
      id: `e${id}`,
      type: 1,
      width,
      height,
      urls: { hd: `https://cdn.kla.test/${id}.mp4`, sd: `https://cdn.kla.test/${id}-sd.mp4`, thumbnail: '' },
    })
    // 16:9 is 1.7778.
    const fitting = [entry(1, 1920, 1080), entry(2, 1827, 1000), entry(3, 1729, 1000), entry(4, 854, 480)]
    const others = [entry(5, 1828, 1000), entry(6, 1727, 1000), entry(7, 1080, 1920), entry(8, 100, 0)]
    const url = await serve(json({ token: 't', gifs: [...fitting, ...others], pages: 1 }))
    const { gifs } = await clientOf(url).search('any')
    const names = gifs.map(({ hd }) => hd.slice(-5, -4))
    expect([...names].sort()).toEqual(['1', '2', '3', '4'])
    expect(names).not.toEqual(['1', '2', '3', '4'])
  })

  test('leaves out stills, malformed entries and invalid addresses', async () => {
    const good = { id: 'a', type: 1, width: 16, height: 9, urls: { sd: 'https://cdn.kla.test/a.mp4' } }
    const gifs = [
      good, null, 7, {}, { ...good, id: 'b', type: 2 }, { ...good, id: 'c', urls: { hd: 'javascript:alert(1)' } },
      { ...good, id: 'd', width: '16' }, { ...good, urls: { sd: 'https://cdn.kla.test/a.mp4' } },
    ] // oxfmt-ignore
    const found = await clientOf(await serve(json({ token: 't', gifs, pages: 1 }))).search('any')
    expect(found.gifs).toEqual([{ hd: 'https://cdn.kla.test/a.mp4', sd: 'https://cdn.kla.test/a.mp4', thumbnail: '' }])
  })

  test('begins no page after half a minute', async () => {
    const { search, clock } = clientOf(await serve(json({ token: 't', gifs: [{ id: 'x', type: 2 }], pages: 1_000 })))
    expect((await search('any')).gifs).toEqual([])
    expect(clock.pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(33_000)
  })
})

describe('search when the provider answers 429', () => {
  test('retries after 2, 4 and 6 seconds', async () => {
    const provider = await startProvider()
    const { search, clock } = clientOf(provider.url)
    provider.control.refuseNext(3)
    await search('ember')
    expect(clock.pauses.slice(0, 3)).toEqual([2_000, 4_000, 6_000])
  })

  test('gives up after four attempts', async () => {
    const provider = await startProvider()
    const { search, clock } = clientOf(provider.url)
    provider.control.refuseNext(4)
    expect(await refusalOf(search('ember'))).toBe('PROVIDER_BUSY')
    expect(clock.pauses).toEqual([2_000, 4_000, 6_000])
    expect(provider.control.requests).toHaveLength(4)
  })

  test('returns what was found so far, which is not cached', async () => {
    const provider = await startProvider({ requestsPerMinute: 3 })
    const { recent } = clientOf(provider.url)
    const { gifs, brokenOffBy } = await recent('default')
    expect(brokenOffBy).toBe('PROVIDER_BUSY')
    expect(gifs.length).toBeGreaterThan(20)
    expect(gifs.length).toBeLessThanOrEqual(80)
    const before = provider.control.requests.length
    await refusalOf(recent('default'))
    expect(provider.control.requests.length).toBeGreaterThan(before)
  })
})

describe('duration of a search', () => {
  test("fits into the gateway's deadline, and that into the console's", () => {
    expect(LINK_FETCH_MS.search).toBeLessThan(LINK_FETCH_MS.call)
    expect(LINK_FETCH_MS.call).toBeLessThan(LINK_FETCH_MS.console)
  })

  test.each([
    ['the token', 0],
    ['every page but the first', 1],
  ])('stays within the limit for a provider that answers 429 for %s, with that reason', async (_what, tokens) => {
    const pages = [{ id: 'x', type: 1, width: 16, height: 9, urls: { sd: 'https://cdn.kla.test/x.mp4' } }]
    let asked = 0
    const url = await serve((request, response) => {
      const isToken = request.url === '/v2/auth/temporary'
      if (isToken ? tokens > 0 : ++asked === 1) response.end(JSON.stringify({ token: 't', gifs: pages, pages: 1_000 }))
      else response.writeHead(429).end()
    })
    const { search, clock } = clientOf(url)
    const begunAtMs = clock.now()
    const end = await search('any').then(
      ({ brokenOffBy }) => brokenOffBy,
      (error: { reason: string }) => error.reason,
    )
    expect(end).toBe('PROVIDER_BUSY')
    expect(clock.now() - begunAtMs).toBeLessThanOrEqual(LINK_FETCH_MS.search)
  })

  test('stays within the limit for a provider that answers at the last moment', async () => {
    const { clock, ask } = clientOf(await serve(json({ token: 't', gifs: [{ id: 'x', type: 2 }], pages: 1_000 })))
    const slow: typeof ask = async (path, options) => {
      const leftMs = (options?.untilMs ?? Infinity) - clock.now()
      clock.advance(Math.min(20_000, leftMs))
      if (leftMs < 20_000) throw new KlaError('PROVIDER_UNAVAILABLE')
      return ask(path, options)
    }
    const search = createSearch({
      ask: slow,
      tokens: createTokens(slow, clock),
      clock,
      random: () => 0,
      log: quietLogger(),
    })
    const begunAtMs = clock.now()
    await refusalOf(search('any'))
    expect(clock.now() - begunAtMs).toBeLessThanOrEqual(LINK_FETCH_MS.search)
  })
})

describe('tokens', () => {
  test('are requested once for concurrent searches', async () => {
    const provider = await startProvider({ delayMs: 30 })
    const { search } = clientOf(provider.url)
    await Promise.all(['default', 'gay', 'ember', 'ember 1', 'ember 2'].map(search))
    expect(provider.control.tokensIssued).toBe(1)
  })

  test('are renewed once when refused, without a failed search', async () => {
    const provider = await startProvider({ delayMs: 30 })
    const { search } = clientOf(provider.url)
    await search('ember 1')
    provider.control.expireTokens()
    const found = await Promise.all(['gay', 'ember 2', 'ember 3'].map(search))
    expect(found.every(({ brokenOffBy, gifs }) => brokenOffBy === undefined && gifs.length > 0)).toBe(true)
    expect(provider.control.tokensIssued).toBe(2)
  })

  test('are renewed before they expire', async () => {
    const provider = await startProvider({ tokenLifeMs: 3_600_000 })
    const { tokens, clock } = clientOf(provider.url)
    const first = await tokens.current()
    clock.advance(3_530_000)
    expect(await tokens.current()).toBe(first)
    clock.advance(15_000)
    expect(await tokens.current()).not.toBe(first)
  })

  test('are used for less than a day when they have no expiry', async () => {
    const url = await serve((_request, response) => response.end(`{"token":"t${Math.random()}"}`))
    const { tokens, clock } = clientOf(url)
    const first = await tokens.current()
    clock.advance(22 * 3_600_000)
    expect(await tokens.current()).toBe(first)
    clock.advance(3_600_000)
    expect(await tokens.current()).not.toBe(first)
  })

  test('are kept when an older one is refused', async () => {
    const provider = await startProvider()
    const { tokens } = clientOf(provider.url)
    const first = await tokens.current()
    tokens.refused(first)
    const second = await tokens.current()
    tokens.refused(first)
    expect(await tokens.current()).toBe(second)
  })

  test('are sent to no other host: redirects are not followed', async () => {
    const seen: (string | undefined)[] = []
    const elsewhere = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const url = await serve((request, response) =>
      request.url === '/v2/auth/temporary'
        ? response.end('{"token":"t"}')
        : response.writeHead(302, { location: `${elsewhere}/` }).end(),
    )
    expect(await refusalOf(clientOf(url, [url, elsewhere]).search('any'))).toBe('PROVIDER_UNAVAILABLE')
    expect(seen).toEqual([])
  })
})

describe('search when the provider is faulty', () => {
  test.each<[string, RequestListener]>([
    ['answers something else', (_request, response) => response.end('<html></html>')],
    ['has no token', json({})],
    ['has no list', json({ token: 't' })],
    ['answers 500', (_request, response) => response.writeHead(500).end()],
    [
      'refuses every token',
      (request, response) =>
        request.url === '/v2/auth/temporary' ? response.end('{"token":"t"}') : response.writeHead(401).end(),
    ],
    ['answers without end', (_request, response) => response.end(Buffer.alloc(3 * 1024 ** 2, ' '))],
    ['does not answer', () => undefined],
  ])('rejects with PROVIDER_UNAVAILABLE when it %s', async (_what, listener) => {
    expect(await refusalOf(clientOf(await serve(listener)).search('any'))).toBe('PROVIDER_UNAVAILABLE')
  })

  test('rejects when the provider is unreachable', async () => {
    const provider = await startGifProviderStandIn({ port: 0, clips })
    await provider.close()
    expect(await refusalOf(clientOf(provider.url).search('any'))).toBe('PROVIDER_UNAVAILABLE')
  })

  test('does not connect to a private network without permission', async () => {
    const provider = await startProvider()
    expect(await refusalOf(clientOf(provider.url, []).search('default'))).toBe('PROVIDER_UNAVAILABLE')
    expect(provider.control.requests).toEqual([])
  })
})

describe('createRecentSearches', () => {
  test('shares concurrent searches and reuses results for minutes', async () => {
    const provider = await startProvider({ delayMs: 20 })
    const { recent, clock } = clientOf(provider.url)
    const all = await Promise.all(['gay', 'gay', 'GAY', 'gay'].map(recent))
    expect(new Set(all).size).toBe(1)
    const asked = provider.control.requests.length
    clock.advance(299_000)
    expect(await recent('gay')).toBe(all[0])
    expect(provider.control.requests).toHaveLength(asked)
    clock.advance(2_000)
    expect(await recent('gay')).not.toBe(all[0])
    expect(provider.control.requests.length).toBeGreaterThan(asked)
  })

  test('does not cache failures', async () => {
    const provider = await startProvider()
    const { recent } = clientOf(provider.url)
    provider.control.refuseNext(4)
    expect(await refusalOf(recent('gay'))).toBe('PROVIDER_BUSY')
    expect((await recent('gay')).gifs.length).toBeGreaterThan(0)
  })
})
