import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Permission, PERMISSIONS, REASONS } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { closeBrowser } from '../../built-pages.js'
import { type Answer, type Call, type ConsolePage, openConsole, session } from '../desk/console-page.js'
import { decisionView, deskView, jobView } from '../desk/views.js'

/** A list: its page, its call, its file, and what the filters on screen send. */
interface List {
  readonly at: string
  readonly list: string
  readonly csv: string
  readonly sends: Readonly<Record<string, string>>
  readonly next?: string
  readonly rows?: readonly unknown[]
}

const LISTS: readonly List[] = [
  {
    at: '/reports?status=pending&reporter_id=7',
    list: '/admin/reports/',
    csv: '/admin/reports.csv',
    sends: { status: 'pending', reporter_id: '7', sort: 'newest' },
  },
  {
    at: '/bans?userId=42&active=true',
    list: '/admin/bans',
    csv: '/admin/bans.csv',
    sends: { userId: '42', active: 'true' },
  },
  {
    at: '/support?q=refund',
    list: '/admin/support_tickets',
    csv: '/admin/support_tickets.csv',
    sends: { q: 'refund', sort: 'due' },
  },
  {
    at: '/membersandguilddata?q=ada',
    list: '/admin/membersandguilddata',
    csv: '/admin/membersandguilddata.csv',
    sends: { q: 'ada' },
  },
  { at: '/cupverification?filter=all', list: '/admin/ties', csv: '/admin/ties.csv', sends: { filter: 'all' } },
  { at: '/cupstreamhub', list: '/admin/ties', csv: '/admin/ties.csv', sends: { filter: 'running' } },
  { at: '/cuptiecreator', list: '/admin/cups', csv: '/admin/cups.csv', sends: {} },
  { at: '/gifcontrol?condition=broken', list: '/admin/gifs', csv: '/admin/gifs.csv', sends: { condition: 'broken' } },
  {
    at: '/leaderboardeditor?userId=7',
    list: '/admin/leaderboard',
    csv: '/admin/leaderboard.csv',
    sends: { mode: 'wins', userId: '7' },
  },
  { at: '/appeals', list: '/admin/appeals', csv: '/admin/appeals.csv', sends: { open: '1' } },
  { at: '/appeals?show=all', list: '/admin/appeals', csv: '/admin/appeals.csv', sends: {} },
  { at: '/desk', list: '/admin/jobs', csv: '/admin/jobs.csv', sends: {}, next: 'Show more', rows: [jobView(1)] },
  {
    at: '/desk?view=decisions',
    list: '/admin/decisions',
    csv: '/admin/decisions.csv',
    sends: {},
    next: 'Show earlier ones',
    rows: [decisionView({})],
  },
]
const NEXT = 'c1'
const NO_COUNTS = { live: 0, checking: 0, broken: 0, draft: 0, hidden: 0, blocked: 0 }

let console_: ConsolePage
let rows: readonly unknown[] = []
let csv: () => Answer | Promise<Answer>
const gateway = ({ path, query }: Call): Answer | undefined | Promise<Answer> => {
  if (path.endsWith('.csv')) return csv()
  if (path === '/admin/desk') return { body: deskView({ appeals: 3 }) }
  const isFirst = !query.has('after')
  const body = { results: rows, page: 1, total: isFirst ? 60 : null, next: isFirst ? NEXT : null, seasons: [] }
  if (path === '/admin/bans')
    return { body: [], headers: isFirst ? { 'x-total-count': '60', 'x-next-cursor': NEXT } : {} }
  if (path === '/admin/gifs')
    return { body: { items: [], total: body.total, pageNumber: 1, counts: NO_COUNTS, next: body.next } }
  return LISTS.some(({ list }) => list === path) ? { body } : undefined
}

// One browser for all lists: each start costs a second.
beforeAll(async () => {
  console_ = await openConsole(gateway, { me: session(PERMISSIONS as readonly Permission[]) })
}, 60_000)
afterAll(async () => {
  await console_.close()
  await closeBrowser()
})
beforeEach(() => {
  csv = () => ({ body: 'id' })
})

const filtersOf = ({ query }: Call) => {
  const sent = Object.fromEntries(query)
  for (const name of ['page', 'pageSize', 'limit', 'after', 'season']) Reflect.deleteProperty(sent, name)
  return sent
}
async function openList(list: List): Promise<void> {
  console_.calls.length = 0
  rows = list.rows ?? []
  await console_.open(list.at)
  await console_.button('Download CSV').waitFor()
}

describe('a list', () => {
  test.each(LISTS)('at $at pages and downloads what its filters show', async (list) => {
    await openList(list)
    await console_.button(list.next ?? 'Next').click()
    await eventually(() => {
      const asked = console_.callsOf('GET', list.list).at(-1)
      expect(asked?.query.get('after')).toBe(NEXT)
      expect(asked && filtersOf(asked)).toEqual(expect.objectContaining(list.sends))
    })
    const saving = console_.page.waitForEvent('download')
    await console_.button('Download CSV').click()
    await saving
    expect(console_.callsOf('GET', list.csv).map(filtersOf)).toEqual([list.sends])
    expect(await console_.page.getByText('Total: -').count()).toBe(0)
  })

  test('shows how many appeals are open, and no count of all of them', async () => {
    await openList(LISTS.find(({ at }) => at === '/appeals')!)
    await console_.page.getByText('Total: 3').waitFor()
    await console_.page.getByLabel('Show').selectOption('all')
    await console_.button('Apply Filters').click()
    await console_.page.getByText('Total').waitFor({ state: 'detached' })
    await console_.button('Next').waitFor()
  })
})

describe('a download', () => {
  const cups = LISTS.find(({ at }) => at === '/cuptiecreator')!

  test('says why the hourly limit refused it', async () => {
    csv = () => ({ status: 429, body: { error: REASONS.RATE_LIMITED.text, code: 'RATE_LIMITED' } })
    await openList(cups)
    await console_.button('Download CSV').click()
    await console_.page.getByText(REASONS.RATE_LIMITED.text).waitFor()
  })

  test('starts once while it runs', async () => {
    let finish = (): void => undefined
    // The button is busy before the call arrives.
    const finished = new Promise<void>((resolve) => (finish = resolve))
    csv = () => finished.then(() => ({ body: 'id' }))
    await openList(cups)
    const saving = console_.page.waitForEvent('download')
    await console_.button('Download CSV').click()
    const busy = console_.page.locator('button[aria-busy="true"]', { hasText: 'Download CSV' })
    await busy.waitFor()
    expect(await busy.getAttribute('aria-disabled')).toBe('true')
    await busy.click({ force: true })
    finish()
    await saving
    expect(console_.callsOf('GET', cups.csv)).toHaveLength(1)
  })

  test('says what to do without a connection', async () => {
    await openList(cups)
    await console_.page.context().setOffline(true)
    await console_.button('Download CSV').click()
    await console_.page.getByText('The download failed. Check your connection, then try again.').waitFor()
    await console_.page.context().setOffline(false)
  })
})
