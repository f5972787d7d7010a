import { describe, expect, test } from '@jest/globals'
import { type GifsChange, type GifView, type Permission, PERMISSIONS } from '@kla/proto/web'
import {
  accessibilityFaults,
  type Answer,
  type ConsolePage,
  openConsole,
  session,
  watchPages,
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
const FAILURE: Answer = { status: 500, body: { error: 'Broken.', code: 'INTERNAL' } }
const COUNTS = { live: 2, checking: 1, broken: 1, draft: 1, hidden: 1, blocked: 1 }
/** One grey dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNs+M9QDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

let opened: ConsolePage | undefined
watchPages()

interface Options {
  permissions?: readonly Permission[]
  width?: number
  gifs?: readonly GifView[]
  refused?: readonly number[]
  list?: (condition: string | null) => Answer | undefined
  undone?: Answer
}

async function openGifs({
  permissions = PERMISSIONS,
  width = 1440,
  gifs = GIFS,
  refused = [],
  list,
  undone,
}: Options = {}) {
  opened = await openConsole(
    ({ method, path, query, body }) => {
      if (path === '/admin/gifs') {
        const condition = query.get('condition')
        const items = gifs.filter((each) => !condition || each.condition === condition)
        return list?.(condition) ?? { body: { items, total: items.length, pageNumber: 1, counts: COUNTS } }
      }
      if (method === 'PATCH' && path === '/admin/gifs/bulk') {
        const { ids, batch } = body as GifsChange
        const results = ids.map((id) =>
          refused.includes(id)
            ? { id, code: 'GIF_BLOCKED', error: 'This GIF is blocked.', gif: null }
            : { id, code: null, error: null, gif: gif(id) },
        )
        return { body: { results, ...(results.some(({ code }) => code === null) && { batch }) } }
      }
      if (path.endsWith('/undo'))
        return undone ?? { body: { undone: [9], left: [5], undone_at: '2026-11-28T12:00:00Z' } }
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

describe('the grid of GIFs', () => {
  test('shows each blurred, with its state in words, on phones and desks', async () => {
    const { page, card, asked } = await openGifs({ width: 390 })
    const picture = card(9).getByRole('img', { name: 'GIF 9' })
    await picture.waitFor()
    expect(await picture.evaluate((image) => getComputedStyle(image).filter)).toMatch(/blur.* grayscale\(1\)/)
    await card(9).getByRole('button', { name: 'Show GIF 9' }).click()
    expect(await picture.evaluate((image) => getComputedStyle(image).filter)).toBe('none')
    for (const [id, words] of [
      [8, 'Checking'],
      [7, 'Broken'],
      [6, 'Draft'],
      [5, 'Live'],
      [3, 'Blocked'],
    ] as const)
      expect(await card(id).textContent()).toContain(words)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((url) => new URL(url).hostname !== '127.0.0.1')).toEqual([])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      expect(await accessibilityFaults(page)).toEqual([])
    }
  })

  test('loads only what is on the screen', async () => {
    const many = Array.from({ length: 200 }, (_, at) => gif(1000 - at))
    const { card, asked } = await openGifs({ gifs: many })
    await card(1000).getByRole('img', { name: 'GIF 1000' }).waitFor()
    expect(asked.length).toBeLessThan(60)
  })

  test('filters by state, with counts', async () => {
    const { page, grid } = await openGifs()
    await grid.waitFor()
    await page.getByRole('button', { name: 'Broken 1' }).click()
    await page.waitForURL(/condition=broken/)
    await page.waitForFunction(() => document.querySelectorAll('[role="grid"] [role="row"]').length === 1)
    expect(await page.getByRole('button', { name: 'Broken 1' }).getAttribute('aria-pressed')).toBe('true')
    expect(opened?.callsOf('GET', '/admin/gifs').at(-1)?.query.get('condition')).toBe('broken')
  })

  test('is one stop of the Tab key; arrows move, Space selects, Shift extends, Ctrl+A selects all', async () => {
    const { page, card, grid, selected } = await openGifs()
    await card(9).focus()
    expect(await grid.locator('[role="row"][tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    expect(await card(8).evaluate((row) => row === document.activeElement)).toBe(true)
    expect(await selected()).toEqual([9])
    await page.keyboard.press('Shift+ArrowRight')
    expect(await selected()).toEqual([9, 8, 7])
    await page.keyboard.press('Control+a')
    expect(await selected()).toHaveLength(GIFS.length)
    await page.keyboard.press('Enter')
    await page.waitForURL(/open=7/)
  })

  test('selects by click, and a range by Shift-click', async () => {
    const { card, selected } = await openGifs()
    await card(8).getByText('clips.example').click()
    await card(5)
      .getByText('clips.example')
      .click({ modifiers: ['Shift'] })
    expect(await selected()).toEqual([8, 7, 6, 5])
    await card(6).getByText('clips.example').click()
    expect(await selected()).toEqual([8, 7, 5])
  })

  test('selects nothing for someone who may only read', async () => {
    const { card, bar } = await openGifs({ permissions: ['gifs.read'] })
    await card(9).waitFor()
    expect(await bar.count()).toBe(0)
    expect(await card(9).getByRole('checkbox').count()).toBe(0)
  })

  test('says that there is none, and that loading failed', async () => {
    const { page } = await openGifs({ gifs: [] })
    await page.getByText('No GIFs found.').waitFor()
    await opened?.close()
    const failed = await openGifs({ list: () => FAILURE })
    await failed.page.getByText('Failed to load GIFs').first().waitFor()
  })
})

test('a form beside the grid keeps what was typed when the window becomes that of a phone, and back', async () => {
  const { page, grid } = await openGifs()
  await grid.waitFor()
  const links = page.getByRole('textbox', { name: 'Links' })
  await links.evaluate((field) => field.setAttribute('data-mounted', 'once'))
  await page.setViewportSize({ width: 390, height: 900 })
  await page.waitForTimeout(200)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await links.getAttribute('data-mounted')).toBe('once')
  expect(await links.isVisible()).toBe(true)
})

test('a failed fetch of links leaves none of the former category to pick', async () => {
  const { page } = await openGifs()
  await page.route('**/gifs/fetch?**', (route) =>
    route.request().url().includes('category=default')
      ? route.fulfill({
          json: { entries: [{ hd: 'https://clips.example/hd.mp4', sd: 'https://clips.example/sd.mp4' }] },
        })
      : route.fulfill({ status: 500, json: FAILURE.body }),
  )
  const fetcher = page.locator('details', { has: page.getByRole('heading', { name: 'Link fetcher' }) })
  const fetch = fetcher.getByRole('button', { name: 'Fetch' })
  const pickAll = page.getByRole('button', { name: 'Pick all' })
  await fetcher.getByLabel('Category').selectOption('default')
  await fetch.click()
  await page.getByText('clips.example/hd.mp4').waitFor()
  expect(await pickAll.isDisabled()).toBe(false)
  await fetcher.getByLabel('Category').selectOption({ index: 1 })
  await fetch.click()
  await page.getByRole('alert').getByText('Broken.').waitFor()
  expect(await pickAll.isDisabled()).toBe(true)
})

describe('a change of many GIFs', () => {
  test('is one call with the versions seen, and keeps the refused ones selected', async () => {
    const { page, card, bar, sent, selected } = await openGifs({ refused: [3] })
    for (const id of [9, 5, 3]) await card(id).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Hide' }).click()
    await bar.getByText('#3: This GIF is blocked.').waitFor()
    expect(sent()).toEqual([
      { ids: [9, 5, 3], op: 'state', state: 'hidden', versions: { 9: 3, 5: 3, 3: 3 }, batch: expect.any(String) },
    ])
    expect(await selected()).toEqual([3])
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('has none to change when a failed filter hides them', async () => {
    const { page, card, bar } = await openGifs({ list: (condition) => (condition ? FAILURE : undefined) })
    for (const id of [9, 5]) await card(id).getByRole('checkbox').check()
    await bar.getByText('Selected: 2').waitFor()
    await page.getByRole('button', { name: 'Hidden 1' }).click()
    await page.getByRole('alert').getByText('Broken.').waitFor()
    await bar.getByText('Selected: 0').waitFor()
    expect(await bar.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  })

  test('labels all of them', async () => {
    const { page, card, bar, sent } = await openGifs()
    for (const id of [9, 5]) await card(id).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Label what they show' }).click()
    const dialog = page.getByRole('dialog', { name: 'What 2 GIFs show' })
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await dialog.waitFor({ state: 'detached' }).catch(() => dialog.waitFor({ state: 'hidden' }))
    expect(sent()).toEqual([expect.objectContaining({ ids: [9, 5], op: 'acts', acts: [expect.any(String)] })])
  })

  test('labels none of them before something is ticked, and says "None of the list" only when chosen', async () => {
    const { page, card, bar, sent } = await openGifs()
    for (const id of [9, 5]) await card(id).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Label what they show' }).click()
    const dialog = page.getByRole('dialog', { name: 'What 2 GIFs show' })
    const keep = dialog.getByRole('button', { name: 'Keep' })
    expect(await keep.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox').first().check()
    expect(await keep.isDisabled()).toBe(false)
    await page.keyboard.press('Enter')
    const none = dialog.getByRole('checkbox', { name: 'None of the list' })
    await none.check()
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(sent()).toEqual([])
    await keep.click()
    await dialog.waitFor({ state: 'hidden' })
    expect(sent()).toEqual([expect.objectContaining({ ids: [9, 5], op: 'acts', acts: [] })])
  })

  test('asks once before it deletes, with the number', async () => {
    const { page, card, bar, sent } = await openGifs()
    for (const id of [9, 5]) await card(id).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Delete' }).click()
    expect(sent()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 GIFs' }).click()
    await page.getByText('2 GIFs deleted').first().waitFor()
    expect(sent()).toEqual([expect.objectContaining({ ids: [9, 5], op: 'delete' })])
  })

  test('can be undone once from its notice, which says what was left', async () => {
    const { page, card, bar, sent } = await openGifs()
    for (const id of [9, 5]) await card(id).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Hide' }).click()
    const undo = bar.getByRole('button', { name: 'Undo: 2 GIFs hidden' })
    await undo.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await undo.click()
    await page.getByText('Undone: 2 GIFs hidden').waitFor()
    await page.getByText('1 GIF changed since and stays as now.').waitFor()
    expect(opened?.callsOf('POST', `/admin/gifs/bulk/${sent()[0]?.batch}/undo`)).toHaveLength(1)
    expect(await undo.count()).toBe(0)
  })

  test('offers no undo when nothing has changed, and says why one was refused', async () => {
    const refusal = { status: 409, body: { error: 'It is too late to undo this.', code: 'TOO_LATE_TO_UNDO' } }
    const { page, card, bar } = await openGifs({ refused: [3], undone: refusal })
    await card(3).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Hide' }).click()
    await bar.getByText('#3: This GIF is blocked.').waitFor()
    expect(await bar.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    await card(3).getByRole('checkbox').uncheck()
    await card(9).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Hide' }).click()
    await bar.getByRole('button', { name: 'Undo: 1 GIF hidden' }).click()
    await page.getByText('It is too late to undo this.').waitFor()
  })
})
