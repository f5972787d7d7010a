import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { permissionsOf } from '@kla/proto/web'
import {
  accessibilityFaults,
  type Answer,
  type Call,
  type ConsolePage,
  openConsole,
  session,
  watchPages,
} from '../desk/console-page.js'
import { reportView } from '../desk/views.js'

let opened: ConsolePage | undefined
watchPages()

const PAGES = 3
const LIST = '/admin/reports/'

/** Pages of one report each: number 1 to 3, by page or by cursor "c1" to "c2". */
function pageOf(query: URLSearchParams): Answer {
  const after = query.get('after')
  const at = after === null ? Number(query.get('page') ?? 1) : Number(after.slice(1)) + 1
  const results = [{ ...reportView(at), reason: `Reason ${at}` }]
  const total = after === null ? 25 * PAGES : null
  return { body: { results, total, page: 1, next: at < PAGES ? `c${at}` : null } }
}

async function openReports(path: string, { width = 1440, csv }: { width?: number; csv?: (call: Call) => Answer } = {}) {
  opened = await openConsole(
    (call) => {
      if (call.path === LIST) return pageOf(call.query)
      if (call.path === '/admin/reports.csv') return csv?.(call)
      return undefined
    },
    { me: session(permissionsOf('moderator', false)), viewport: { width, height: 900 } },
  )
  await opened.open(path)
  return opened
}

const readsOf = ({ callsOf }: ConsolePage) =>
  callsOf('GET', LIST).map(({ query }) => query.get('after') ?? query.get('page'))

describe('the list of reports', () => {
  test('pages forward and back by cursors, with the total of the first page', async () => {
    const reports = await openReports('/reports?pageSize=25')
    const { page } = reports
    await page.getByText('Reason 1').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Reason 2').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Reason 3').waitFor()
    await page.getByText('Page 3 / 3').waitFor()
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    expect(await page.getByText('Total: 75').count()).toBe(1)
    await page.getByRole('button', { name: 'Prev' }).click()
    await page.getByText('Reason 2').waitFor()
    expect(readsOf(reports)).toEqual(['1', 'c1', 'c2', 'c1'])
    await page.reload()
    await page.getByText('Reason 2').waitFor()
    expect(readsOf(reports).at(-1)).toBe('c1')
  })

  test('reads a linked page by its number and goes on by cursors', async () => {
    const reports = await openReports('/reports?page=2&pageSize=25')
    await reports.page.getByText('Reason 2').waitFor()
    await reports.page.getByRole('button', { name: 'Next' }).click()
    await reports.page.getByText('Reason 3').waitFor()
    expect(readsOf(reports)).toEqual(['2', 'c2'])
  })

  test('starts again at the first page with other filters', async () => {
    const reports = await openReports('/reports?pageSize=25')
    const { page } = reports
    await page.getByText('Reason 1').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Reason 2').waitFor()
    await page.getByLabel('Status').selectOption('pending')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await page.getByText('Reason 1').waitFor()
    expect(readsOf(reports)).toEqual(['1', 'c1', '1'])
  })

  test('downloads what the filters show', async () => {
    const { page, callsOf } = await openReports('/reports?status=pending&page=2', {
      csv: () => ({ body: 'id,created_at' }),
    })
    await page.getByText('Reason 2').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await saving
    expect(await readFile(await file.path(), 'utf8')).toContain('id,created_at')
    const [call] = callsOf('GET', '/admin/reports.csv')
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ status: 'pending', sort: 'newest' })
  })

  test('says why a download was refused', async () => {
    const error = 'Too many requests. Wait a moment and try again.'
    const { page } = await openReports('/reports', {
      csv: () => ({ status: 429, body: { error, code: 'RATE_LIMITED' } }),
    })
    await page.getByText('Reason 1').waitFor()
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await page.getByText(error).waitFor()
  })

  test.each([1440, 390])('is accessible and without a sideways scroll at %d px', async (width) => {
    const { page } = await openReports('/reports', { width })
    await page.getByText('Reason 1').waitFor()
    expect(await page.getByRole('button', { name: 'Download CSV' }).isVisible()).toBe(true)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
})
