import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { PERMISSIONS, permissionsOf, type ReportDetailView } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
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
      if (call.path === `${LIST}1`) return { body: DETAIL }
      if (call.path === '/admin/reports.csv') return csv?.(call)
      return undefined
    },
    { me: session(permissionsOf('moderator', false)), viewport: { width, height: 900 } },
  )
  await opened.open(path)
  return opened
}

const DETAIL: ReportDetailView = { ...reportView(1), context: null, said: [], evidence_offered: false }

const readsOf = ({ callsOf }: ConsolePage) =>
  callsOf('GET', LIST).map(({ query }) => query.get('after') ?? query.get('page'))

const FAILURE: Answer = { status: 500, body: { error: 'Broken.', code: 'INTERNAL' } }

/** Opens two reports of which one is selected. */
async function openSelected() {
  let failing = false
  opened = await openConsole(
    ({ path }) => {
      if (path !== LIST) return undefined
      return failing ? FAILURE : { body: { results: [reportView(1), reportView(2)], total: 2, page: 1, next: null } }
    },
    { me: session(PERMISSIONS) },
  )
  await opened.open('/reports')
  const { page } = opened
  await page.getByRole('checkbox', { name: 'Select report 1' }).check()
  return {
    ...opened,
    bar: page.getByRole('group', { name: 'With the selected reports' }),
    fail: () => (failing = true),
  }
}

describe('the list of reports', () => {
  test('selects nothing that a failed filter hides', async () => {
    const { page, bar, button, fail } = await openSelected()
    await bar.getByText('Selected: 1').waitFor()
    fail()
    await page.getByLabel('Status').selectOption('dismissed')
    await button('Apply Filters').click()
    await page.getByRole('alert').getByText('Broken.').waitFor()
    await bar.getByText('Selected: 0').waitFor()
    for (const name of ['Mark Dismissed', 'Delete'])
      expect(await bar.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
  })

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

  test.each([
    ['a desk', 1440],
    ['a phone', 390],
  ])('keeps focus and open filters on %s when they are applied, and follows the address', async (_, width) => {
    const { page } = await openReports('/reports', { width })
    await page.getByText('Reason 1').first().waitFor()
    if (width < 1000) await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const status = page.getByLabel('Status')
    await status.selectOption('pending')
    const apply = page.getByRole('button', { name: 'Apply Filters' })
    await apply.press('Enter')
    await page.waitForURL(/status=pending/)
    expect(await apply.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await status.isVisible()).toBe(true)
    await page.goBack()
    await eventually(async () => expect(await status.inputValue()).toBe(''))
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

test('a hold is released only after a question that names the record', async () => {
  const held: ReportDetailView = { ...DETAIL, held: true }
  opened = await openConsole(
    ({ method, path, query }) => {
      if (path === LIST) return pageOf(query)
      if (path === `${LIST}1`) return { body: held }
      return method === 'DELETE' && path === '/admin/holds/report/1' ? {} : undefined
    },
    { me: session(PERMISSIONS) },
  )
  await opened.open('/reports?open=1')
  const { page, callsOf } = opened
  const release = page.getByRole('button', { name: 'Release the hold' })
  await release.click()
  const dialog = page.getByRole('dialog', { name: 'Release the hold on report #1?' })
  await dialog.getByText(/is erased for good/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(callsOf('DELETE', '/admin/holds/report/1')).toEqual([])
  await release.click()
  await dialog.getByRole('button', { name: 'Release the hold' }).click()
  await page.getByText('Hold released.').waitFor()
  expect(callsOf('DELETE', '/admin/holds/report/1')).toHaveLength(1)
})

test('a hold that takes two people is asked for in its place', async () => {
  const held: ReportDetailView = { ...DETAIL, held: true }
  opened = await openConsole(
    ({ method, path, query }) => {
      if (path === LIST) return pageOf(query)
      if (path === `${LIST}1`) return { body: held }
      if (path === '/admin/holds/report/1') {
        return { status: 403, body: { error: 'A second person has to approve this.', code: 'SECOND_PERSON_REQUIRED' } }
      }
      return method === 'POST' && path === '/admin/holds/approvals' ? { body: {} } : undefined
    },
    { me: session(PERMISSIONS) },
  )
  await opened.open('/reports?open=1')
  const { page, button, callsOf } = opened
  await button('Release the hold').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release the hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask a second person?' })
  await dialog.getByRole('textbox').fill('The case is closed.')
  await dialog.getByRole('button', { name: 'Ask' }).click()
  await page.getByText(/^Asked\./).waitFor()
  expect(callsOf('POST', '/admin/holds/approvals').map(({ body }) => body)).toEqual([
    { kind: 'report', id: 1, reason: 'The case is closed.' },
  ])
})

describe('the status of a report', () => {
  async function openStatus() {
    const reports = await openReports('/reports?open=1')
    const status = reports.page.getByRole('combobox', { name: 'Status' }).last()
    await reports.page.getByRole('group', { name: 'Review', exact: true }).waitFor()
    return { ...reports, status, changes: () => reports.callsOf('PATCH', `${LIST}1`).map(({ body }) => body) }
  }

  test('changes once when arrow keys pass others, by Enter or when the select is left', async () => {
    const { page, status, changes } = await openStatus()
    await status.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByText('Not saved yet.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(changes()).toEqual([])
    await page.keyboard.press('Escape')
    expect(await status.inputValue()).toBe('pending')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await eventually(() => expect(changes()).toEqual([{ status: 'action_taken', version: 3 }]), 5_000)
  })

  test('changes at once when one is picked', async () => {
    const { status, changes } = await openStatus()
    await status.selectOption('dismissed')
    await eventually(() => expect(changes()).toEqual([{ status: 'dismissed', version: 3 }]), 5_000)
  })
})
