import { afterEach, describe, expect, test } from '@jest/globals'
import {
  type GifProviderStandIn,
  type GifProviderStandInOptions,
  startGifProviderStandIn,
} from '../../src/stand-ins/gif-provider/index.js'
import { createTokens } from '../../src/stand-ins/gif-provider/tokens.js'

interface Page {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly gifs: {
    id: string
    width: number
    height: number
    tags: string[]
    views: number
    urls: Record<string, string>
  }[]
}

const clips = Array.from({ length: 10 }, (_, at) => ({
  gifUrl: `http://clips.kla.test/clips/ember-clip${at}.mp4`,
  thumbnail: `http://clips.kla.test/clips/ember-clip${at}.jpg`,
  categories: at % 2 === 0 ? ['default', 'gay'] : ['default'],
}))

let provider: GifProviderStandIn
const start = async (options: Partial<GifProviderStandInOptions> = {}): Promise<void> => {
  provider = await startGifProviderStandIn({ port: 0, clips, ...options })
}
afterEach(() => provider.close())

const newToken = async (): Promise<string> =>
  ((await (await fetch(`${provider.url}/v2/auth/temporary`)).json()) as { token: string }).token
function ask(token: string, given: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({ search_text: 'default', order: 'top', count: '40', page: '1', ...given })
  return fetch(`${provider.url}/v2/gifs/search?${query}`, { headers: { authorization: `Bearer ${token}` } })
}
const page = async (token: string, query: Record<string, string> = {}): Promise<Page> =>
  (await (await ask(token, query)).json()) as Page

describe('the search', () => {
  test('returns page after page, each entry once, the most viewed first', async () => {
    await start()
    const token = await newToken()
    const first = await page(token)
    expect(first).toMatchObject({ page: 1, pages: 2, total: 80 })
    const all = [...first.gifs, ...(await page(token, { page: '2' })).gifs]
    expect(new Set(all.map(({ id }) => id)).size).toBe(80)
    expect(all.map(({ views }) => views)).toEqual([...all.map(({ views }) => views)].sort((a, b) => b - a))
    expect((await page(token, { page: '3' })).gifs).toEqual([])
  })

  test('finds by category and by the words of a name, and nothing else', async () => {
    await start()
    const token = await newToken()
    expect((await page(token, { search_text: 'Gay' })).total).toBe(40)
    expect((await page(token, { search_text: 'ember clip3' })).total).toBe(8)
    expect((await page(token, { search_text: 'submarine' })).total).toBe(0)
  })

  test('returns many shapes, a unique address for each entry and a few dead links', async () => {
    await start()
    const { gifs } = await page(await newToken(), { count: '80' })
    const shapes = new Set(gifs.map(({ width, height }) => (width / height).toFixed(2)))
    expect(shapes.size).toBeGreaterThanOrEqual(5)
    expect(new Set(gifs.map(({ urls }) => urls['hd'])).size).toBe(80)
    expect(gifs.filter(({ urls }) => urls['hd']?.includes('/clips/gone-'))).toHaveLength(4)
    expect(gifs[0]?.urls).toMatchObject({ sd: expect.any(String), thumbnail: expect.stringMatching(/\.jpg$/) })
  })

  test.each([
    ['count', '0'],
    ['count', '101'],
    ['page', '0'],
    ['page', 'x'],
    ['order', 'sideways'],
  ])('refuses a %s of %s', async (name, value) => {
    await start()
    expect((await ask(await newToken(), { [name]: value })).status).toBe(400)
  })
})

describe('a token', () => {
  test('is required, reports its expiry and may be rejected before it', async () => {
    await start({ tokenLifeMs: 120_000 })
    expect((await ask('forged')).status).toBe(401)
    const token = await newToken()
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
    expect(exp * 1000 - Date.now()).toBeGreaterThan(100_000)
    expect((await ask(token)).status).toBe(200)
    provider.control.expireTokens()
    expect((await ask(token)).status).toBe(401)
    expect((await ask(await newToken())).status).toBe(200)
    expect(provider.control.tokensIssued).toBe(2)
  })

  test('expires', () => {
    let nowMs = 1_000_000
    const tokens = createTokens(5_000, () => nowMs)
    const token = tokens.issue()
    nowMs += 4_999
    expect(tokens.good(token)).toBe(true)
    nowMs += 1
    expect(tokens.good(token)).toBe(false)
  })
})

describe('the rate limit', () => {
  test('rejects as many calls as it is configured to', async () => {
    await start()
    const token = await newToken()
    provider.control.refuseNext(2)
    const statuses = []
    for (let at = 0; at < 3; at++) statuses.push((await ask(token)).status)
    expect(statuses).toEqual([429, 429, 200])
  })

  test('rejects clients that call too often', async () => {
    await start({ requestsPerMinute: 2 })
    const token = await newToken()
    expect((await ask(token)).status).toBe(200)
    const refused = await ask(token)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: { code: 'TooManyRequests', status: 429 } })
  })

  test('delays answers when configured to be slow', async () => {
    await start()
    provider.control.delay(60)
    const begunAt = performance.now()
    await newToken()
    expect(performance.now() - begunAt).toBeGreaterThan(55)
    expect(provider.control.requests).toEqual(['/v2/auth/temporary'])
  })
})
