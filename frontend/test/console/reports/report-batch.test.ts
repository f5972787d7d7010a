import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ReportBatchOrder } from '@kla/proto/schemas'
import { permissionsOf, type ReportBatchPreviewView, type ReportBatchView } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { Compile } from 'typebox/compile'
import { leftWords, previewSentences } from '../../../src/console/entities/report-batch-words.js'
import { closeBrowser } from '../../built-pages.js'
import {
  accessibilityFaults,
  type Answer,
  type Call,
  type ConsolePage,
  openConsole,
  session,
} from '../desk/console-page.js'
import { reportView } from '../desk/views.js'

const AT = '2026-11-28T12:00:00.000Z'
const ID = '018f6b1e-7c1a-7000-8000-000000000001'
const order = Compile(ReportBatchOrder)

const batched = (id: number, part: Partial<ReportBatchPreviewView['reports'][number]> = {}) => ({
  id,
  created_at: AT,
  reported_id: 100 + id,
  reported_name: `player${id}`,
  category: 'abuse' as const,
  ...part,
})
const previewOf = (part: Partial<ReportBatchPreviewView> = {}): ReportBatchPreviewView => ({
  reporter_id: 7,
  reporter_name: 'ada',
  reports: [batched(1), batched(2, { category: 'spam' }), batched(3)],
  beyond: 0,
  left_out: [{ ...batched(4, { category: 'threat' }), why: 'one_by_one', by: null }],
  left_out_total: 1,
  digest: 'first',
  ...part,
})
const batchOf = (part: Partial<ReportBatchView> = {}): ReportBatchView => ({
  id: ID,
  reporter_id: 7,
  status: 'dismissed',
  reports: [1, 2, 3],
  jobs: 2,
  closed_at: AT,
  closed_by: 'mona',
  undone_at: null,
  left: [],
  ...part,
})

describe('previewSentences', () => {
  test('counts reports, people and categories, and says what stays', () => {
    expect(previewSentences(previewOf())).toEqual([
      'This closes 3 reports about 3 people: 2 Abuse and 1 Spam.',
      '1 report must be read one by one: 1 Threat. They stay pending.',
    ])
  })

  test('names the moderators who have or decided the others, and what is beyond', () => {
    const left_out = [
      { ...batched(4), why: 'claimed' as const, by: 'day-mod' },
      { ...batched(5), why: 'claimed' as const, by: 'eve' },
      { ...batched(6), why: 'decided' as const, by: 'eve' },
    ]
    expect(previewSentences(previewOf({ reports: [batched(1)], left_out, left_out_total: 9, beyond: 2 }))).toEqual([
      'This closes 1 report about 1 person: 1 Abuse.',
      'These are the newest. 2 older reports can be closed after them, in the same way.',
      '2 reports stay with day-mod and eve, who has the job now.',
      '1 report was decided since by eve.',
      '6 more stay as they are.',
    ])
  })

  test('says that there is nothing to close', () => {
    expect(previewSentences(previewOf({ reports: [], left_out: [], left_out_total: 0 }))).toEqual([
      'There is nothing to close.',
    ])
  })
})

test('leftWords names what an undo left, if any', () => {
  expect(leftWords(batchOf())).toBeNull()
  expect(leftWords(batchOf({ left: [1] }))).toBe('Someone changed #1 since. It stays closed.')
  expect(leftWords(batchOf({ left: [1, 2] }))).toBe('Someone changed #1 and #2 since. They stay closed.')
})

describe('closing all reports by one reporter', () => {
  let answers: Map<string, (call: Call) => Answer>
  let opened: ConsolePage | undefined
  beforeEach(() => {
    const mine = reportView(1, { reporter_id: 7, reporter_name: 'ada' })
    answers = new Map<string, (call: Call) => Answer>([
      ['GET /admin/reports/', () => ({ body: { results: [mine], total: 1, page: 1 } })],
      ['GET /admin/reports/batches/preview', () => ({ body: previewOf() })],
      ['POST /admin/reports/batches', () => ({ body: batchOf() })],
      [`POST /admin/reports/batches/${ID}/undo`, () => ({ body: batchOf({ undone_at: AT, left: [2] }) })],
    ])
  })
  afterEach(async () => {
    const { complaints = [] } = opened ?? {}
    await opened?.close()
    opened = undefined
    expect(complaints).toEqual([])
  })
  afterAll(closeBrowser)

  async function openReports(options: Parameters<typeof openConsole>[1] = {}) {
    opened = await openConsole((call) => answers.get(`${call.method} ${call.path}`)?.(call), options)
    await opened.open('/reports?reporter_id=7&status=pending')
    const { page } = opened
    const dialog = page.getByRole('dialog', { name: 'Close reports by ada' })
    return { ...opened, dialog, button: page.getByRole('button', { name: 'Close reports by ada', exact: true }) }
  }

  test('shows what happens, needs a reason, closes by keyboard and offers an undo', async () => {
    const { page, dialog, button, callsOf } = await openReports()
    await button.press('Enter')
    await dialog.getByText('This closes 3 reports about 3 people: 2 Abuse and 1 Spam.').waitFor()
    await dialog.getByText('1 report must be read one by one: 1 Threat. They stay pending.').waitFor()
    expect(await dialog.getByRole('row').count()).toBe(4)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('A reason is required.').waitFor()
    for (const key of ['Enter', 'u', 'd', '1']) await page.keyboard.press(key)
    expect(callsOf('POST', '/admin/reports/batches')).toEqual([])
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Baits other players.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Closed 3 reports. You can undo it for a minute.').waitFor()
    const [sent] = callsOf('POST', '/admin/reports/batches')
    expect(order.Check(sent?.body)).toBe(true)
    expect(sent?.body).toMatchObject({
      reporter_id: 7,
      status: 'dismissed',
      reason: 'Baits other players.',
      digest: 'first',
    })
    expect(await dialog.count()).toBe(0)
    await page.getByRole('button', { name: 'Undo: 3 reports by ada closed' }).click()
    await page.getByText('Someone changed #2 since. It stays closed.').waitFor()
    expect(callsOf('POST', `/admin/reports/batches/${ID}/undo`)).toHaveLength(1)
  })

  test('looks again when the reports changed, and keeps the reason', async () => {
    answers.set('POST /admin/reports/batches', () => ({
      status: 409,
      body: { error: 'These reports have changed.', code: 'PREVIEW_OUTDATED' },
    }))
    answers.set('GET /admin/reports/batches/preview', ({ query }) => ({
      body: query.has('seen')
        ? previewOf({
            reports: [batched(1)],
            left_out: [{ ...batched(2), why: 'decided', by: 'day-mod' }],
            digest: 'second',
          })
        : previewOf(),
    }))
    const { page, dialog, button, callsOf } = await openReports()
    await button.click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Baits other players.')
    await dialog.getByRole('button', { name: 'Close 3 reports' }).click()
    await page.getByText('These reports have changed.').first().waitFor()
    await dialog.getByText('1 report was decided since by day-mod.').waitFor()
    expect(callsOf('GET', '/admin/reports/batches/preview').at(-1)?.query.get('seen')).toBe('1,2,3')
    expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Baits other players.')
    answers.set('POST /admin/reports/batches', () => ({ body: batchOf({ reports: [1] }) }))
    await dialog.getByRole('button', { name: 'Close 1 report' }).click()
    await page.getByText('Closed 1 report.').waitFor()
    const [first, second] = callsOf('POST', '/admin/reports/batches').map(({ body }) => body as ReportBatchOrder)
    expect([first?.digest, second?.digest]).toEqual(['first', 'second'])
    expect(first?.id).not.toBe(second?.id)
  })

  test('keeps outcome and reason until they are sent', async () => {
    const { dialog, button, callsOf } = await openReports()
    await button.click()
    await dialog.getByLabel('Outcome').selectOption('reviewed')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Baits other players.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button.click()
    await dialog.getByRole('button', { name: 'Close 3 reports' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(callsOf('POST', '/admin/reports/batches').map(({ body }) => body)).toMatchObject([{ status: 'reviewed' }])
    await button.click()
    expect(await dialog.getByLabel('Outcome').inputValue()).toBe('dismissed')
  })

  test('has states for failing and for nothing to close', async () => {
    answers.set('GET /admin/reports/batches/preview', () => ({
      status: 503,
      body: { error: 'Busy right now.', code: 'UNAVAILABLE' },
    }))
    const { page, dialog, button } = await openReports()
    await button.click()
    await dialog.getByRole('alert').getByText('Busy right now.').waitFor()
    answers.set('GET /admin/reports/batches/preview', () => ({
      body: previewOf({ reports: [], digest: null }),
    }))
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('There is nothing to close.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Reason' }).count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('is not offered to those who cannot decide', async () => {
    const { page, button } = await openReports({ me: session(permissionsOf('viewer', false)) })
    await page.getByRole('table', { name: 'Reports' }).waitFor()
    await eventually(async () => expect(await button.count()).toBe(0))
  })
})
