import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { type GifsChange, type GifView, type Permission, PERMISSIONS } from '@kla/proto/web'
import {
  accessibilityFaults,
  type Answer,
  closeBrowser,
  type ConsolePage,
  openConsole,
  session,
} from '../desk/console-page.js'

const gif = (id: number, condition: GifView['condition'] = 'live'): GifView => ({
  id,
  gif_url: `https://clips.example/${id}.mp4`,
  thumbnail: '',
  tags: ['default'],
  visible: condition === 'live' ? 1 : 0,
  state: condition === 'broken' ? 'live' : condition === 'checking' ? 'draft' : condition,
  condition,
  broken: condition === 'broken',
  refusal: '',
  flashes: false,
  acts: null,
  created_at: '2026-11-01T00:00:00.000Z',
  version: 3,
  changed_at: null,
  changed_by: null,
})
const GIFS = [
  gif(9),
  gif(8, 'checking'),
  gif(7, 'broken'),
  gif(6, 'draft'),
  gif(5),
  gif(4, 'hidden'),
  gif(3, 'blocked'),
]
const COUNTS = { live: 2, checking: 1, broken: 1, draft: 1, hidden: 1, blocked: 1 }
/** One grey dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNs+M9QDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

let opened: ConsolePage | undefined
afterEach(async () => {
  const { complaints = [] } = opened ?? {}
  await opened?.close()
  opened = undefined
  expect(complaints).toEqual([])
})
afterAll(closeBrowser)

interface Options {
  permissions?: readonly Permission[]
  width?: number
  gifs?: readonly GifView[]
  refused?: readonly number[]
  list?: Answer
}

async function openGifs({ permissions = PERMISSIONS, width = 1440, gifs = GIFS, refused = [], list }: Options = {}) {
  opened = await openConsole(
    ({ method, path, query, body }) => {
      if (path === '/admin/gifs') {
        const condition = query.get('condition')
        const items = gifs.filter((each) => !condition || each.condition === condition)
        return list ?? { body: { items, total: items.length, pageNumber: 1, counts: COUNTS } }
      }
      if (method === 'PATCH' && path === '/admin/gifs/bulk') {
        const results = (body as GifsChange).ids.map((id) =>
          refused.includes(id)
            ? { id, code: 'GIF_BLOCKED', error: 'This GIF is blocked.', gif: null }
            : { id, code: null, error: null, gif: gif(id) },
        )
        return { body: { results } }
      }
      return undefined
    },
    { me: session(permissions), viewport: { width, height: 900 } },
  )
  const { page } = opened
  const asked: string[] = []
  await page.route('**/media?**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/png', body: PICTURE })
  })
  await opened.open('/gifcontrol')
  const grid = page.getByRole('grid', { name: 'GIFs' })
  const card = (id: number) =>
    grid.getByRole('row').filter({ has: page.getByRole('button', { name: `Open GIF ${id}` }) })
  const bar = page.getByRole('group', { name: 'With the selected GIFs' })
  const sent = () => (opened?.callsOf('PATCH', '/admin/gifs/bulk') ?? []).map(({ body }) => body as GifsChange)
  const selected = async () =>
    (await grid.locator('[aria-selected="true"] [data-opens]').allTextContents()).map((text) => Number(text.slice(1)))
  return { page, grid, card, bar, sent, selected, asked }
}

describe('a change of many GIFs', () => {
  test('is one call with the versions seen, and keeps the refused ones selected', async () => {
    const { page, card, bar, sent, selected } = await openGifs({ refused: [3] })
    for (const id of [9, 5, 3]) await card(id).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Hide' }).click()
    await bar.getByText('#3: This GIF is blocked.').waitFor()
    expect(sent()).toEqual([{ ids: [9, 5, 3], op: 'state', state: 'hidden', versions: { 9: 3, 5: 3, 3: 3 } }])
    expect(await selected()).toEqual([3])
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
