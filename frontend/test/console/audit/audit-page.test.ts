import { describe, expect, test } from '@jest/globals'
import { type AuditEntryView, type Permission, PERMISSIONS } from '@kla/proto/web'
import {
  accessibilityFaults,
  type Answer,
  type ConsolePage,
  openConsole,
  session,
  watchPages,
} from '../desk/console-page.js'

const entry = (seq: number, action: string, subject: string | null, details: unknown): AuditEntryView => {
  const [subject_kind = null, subject_id = null] = subject?.split(' ') ?? []
  return {
    seq,
    at: '2026-11-28T08:30:00.000Z',
    actor: 'mona',
    action,
    subject_kind,
    subject_id,
    details,
    request_id: `r${seq}`,
  }
}

const BAN = entry(9, 'bans.create', 'ban 4', { account_id: 7, scope: 'global', duration_ms: 7 * 86_400_000 })
const READ = entry(8, 'reports.read', 'report 123', { reported_id: 99 })
const UPDATE = entry(7, 'administrators.update', 'administrator 3', { role: { from: 'viewer', to: 'support' } })
const NORA = {
  id: 3,
  name: 'nora',
  role: 'support',
  child_safety: false,
  totp_enabled: true,
  passkeys: 0,
  disabled: false,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
}

let opened: ConsolePage | undefined
watchPages()

interface Options {
  permissions?: readonly Permission[]
  width?: number
  entries?: readonly AuditEntryView[]
  audit?: { instead?: Answer | undefined }
}

async function openAudit(path: string, options: Options = {}) {
  const { permissions = PERMISSIONS, width = 1440, entries = [BAN, READ], audit = {} } = options
  opened = await openConsole(
    ({ path: address, query }) => {
      if (address === '/admin/audit') {
        const shown = query.get('changes') === '1' ? entries.filter(({ seq }) => seq !== READ.seq) : entries
        return audit.instead ?? { body: { entries: shown, next: null, names: { 7: 'bea' } } }
      }
      if (address === '/admin/audit/filters') {
        return {
          body: {
            actors: ['mona', 'nora'],
            actions: ['bans.create', 'reports.read'],
            subject_kinds: ['ban', 'report'],
          },
        }
      }
      if (address === '/admin/administrators') return { body: { administrators: [NORA], second_person: true } }
      return undefined
    },
    { me: session(permissions), viewport: { width, height: 900 } },
  )
  await opened.open(path)
  const { page, callsOf } = opened
  return {
    ...opened,
    table: page.getByRole('table', { name: 'Entries' }),
    asked: () => callsOf('GET', '/admin/audit').map(({ query }) => Object.fromEntries(query)),
  }
}

describe('the audit log', () => {
  test('says what changed, accessible and without a sideways scroll on phones and desks', async () => {
    const { page, table, asked } = await openAudit('/audit', { width: 390 })
    await table.getByText('mona banned bea from Kla for 7 days').waitFor()
    expect(await table.getByText('read report').count()).toBe(0)
    expect(asked()).toEqual([{ changes: '1', limit: '50' }])
    expect(await table.getByRole('link', { name: 'bea' }).getAttribute('href')).toBe('/console/person/7')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
  })

  test('shows reads on demand', async () => {
    const { page, table, asked } = await openAudit('/audit')
    await table.getByText('mona banned').waitFor()
    await page.getByLabel('Show', { exact: true }).selectOption('Everything')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await table.getByText('mona read report #123 about account #99').waitFor()
    expect(asked().at(-1)).toEqual({ limit: '50' })
  })

  test('keeps codes and details behind a press', async () => {
    const { page, table } = await openAudit('/audit')
    await table.getByText('mona banned').click()
    const details = page.getByRole('region', { name: 'Details as JSON' })
    await page.getByText('Details', { exact: true }).waitFor()
    expect(await details.isVisible()).toBe(false)
    await page.getByText('Details', { exact: true }).click()
    await details.getByText('"account_id": 7').waitFor()
    await page.getByText('bans.create', { exact: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('offers actions in words, by group', async () => {
    const { page, table, asked } = await openAudit('/audit')
    await table.getByText('mona banned').waitFor()
    const action = page.getByLabel('Action', { exact: true })
    expect(
      await action.locator('optgroup').evaluateAll((all) => all.map((group) => group.getAttribute('label'))),
    ).toEqual(['Reports', 'Bans'])
    await action.selectOption('Read a report')
    await page.getByLabel('Administrator', { exact: true }).selectOption('nora')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await table.getByText('mona read report').waitFor()
    expect(asked().at(-1)).toEqual({ action: 'reports.read', actor: 'nora', limit: '50' })
  })

  test('understands an older link with an exact code', async () => {
    const { page, table, asked } = await openAudit('/audit?action=gifs.add&actor=zoe')
    await table.getByText('mona banned').waitFor()
    expect(asked()).toEqual([{ action: 'gifs.add', actor: 'zoe', limit: '50' }])
    expect(await page.getByLabel('Action', { exact: true }).inputValue()).toBe('gifs.add')
    expect(await page.getByLabel('Administrator', { exact: true }).inputValue()).toBe('zoe')
  })

  test('names administrators, and reads them only for entries about them', async () => {
    const { table, callsOf } = await openAudit('/audit', { entries: [BAN] })
    await table.getByText('mona banned').waitFor()
    expect(callsOf('GET', '/admin/administrators')).toEqual([])
    await opened?.close()
    const named = await openAudit('/audit', { entries: [UPDATE] })
    await named.table.getByText('mona changed nora: role support').waitFor()
  })

  test('has no links to what the administrator may not open', async () => {
    const { table } = await openAudit('/audit', { permissions: ['audit.read'] })
    await table.getByText('mona banned bea').waitFor()
    expect(await table.getByRole('link').count()).toBe(0)
  })

  test('goes one page back for two presses while it loads', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    opened = await openConsole(
      async ({ path, query }) => {
        if (path === '/admin/audit/filters') return { body: { actors: [], actions: [], subject_kinds: [] } }
        if (path !== '/admin/audit') return undefined
        if (query.has('before')) await held
        return {
          body: { entries: [query.has('before') ? READ : BAN], next: query.has('before') ? null : 9, names: {} },
        }
      },
      { me: session(PERMISSIONS) },
    )
    await opened.open('/audit?show=everything')
    const { page, callsOf } = opened
    await page.getByText('mona banned').waitFor()
    await page.keyboard.press(']')
    await page.getByText('Page 2').waitFor()
    await page.keyboard.press(']')
    answer()
    await page.getByText('mona read report').waitFor()
    await page.getByText('Page 2').waitFor()
    expect(callsOf('GET', '/admin/audit').map(({ query }) => query.get('before'))).toEqual([null, '9'])
  })

  test('says that it is empty', async () => {
    const { page } = await openAudit('/audit', { entries: [READ] })
    await page.getByText('No changes found.').waitFor()
  })

  test('says that it failed, and loads again', async () => {
    const audit: NonNullable<Options['audit']> = {
      instead: { status: 503, body: { error: 'Try again later.', code: 'UNAVAILABLE' } },
    }
    const { page, table } = await openAudit('/audit', { audit })
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    audit.instead = undefined
    await retry.click()
    await table.getByText('mona banned').waitFor()
  })

  test('says that there is no connection', async () => {
    const { page, table } = await openAudit('/audit')
    await table.getByText('mona banned').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('No connection').waitFor()
  })
})
