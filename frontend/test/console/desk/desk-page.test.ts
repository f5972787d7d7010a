import { beforeEach, describe, expect, test } from '@jest/globals'
import { DecisionOrder } from '@kla/proto/schemas'
import { type BanView, JOB_RENEW_MS, permissionsOf } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { Compile } from 'typebox/compile'
import { accessibilityFaults, type ConsolePage, openConsole, session, watchPages } from './console-page.js'
import { createFakeDesk, type FakeDesk } from './fake-desk.js'
import { decisionView, jobView, reportView } from './views.js'

const order = Compile(DecisionOrder)

let fake: FakeDesk
let desk: ConsolePage | undefined

beforeEach(() => {
  fake = createFakeDesk()
})
watchPages()

const openDesk = async (path = '/desk', options: Parameters<typeof openConsole>[1] = {}) => {
  desk = await openConsole(fake.gateway, options)
  await desk.open(path)
  return { ...desk, button: (name: string | RegExp) => desk!.page.getByRole('button', { name, exact: true }) }
}
const people = async ({ page }: ConsolePage) => {
  const rows = page.getByRole('table', { name: 'Jobs' }).getByRole('row')
  return (await rows.allInnerTexts()).slice(1).map((text) => /player\d+/.exec(text)?.[0])
}
const banInForce = (part: Partial<BanView> = {}) => ({
  ...{ id: 5, user_id: 101, user_name: 'player1', scope: 'global', reason: 'Spam', notes: null, thread: [] },
  ...{ evidence: null, banned_at: '2026-11-20T00:00:00Z', expires_at: null, lifted_at: null, banned_by: 'day-mod' },
  ...{ lifted_by: null, lift_reason: null, held: false, version: 2, changed_at: null, changed_by: null },
  ...part,
})
const reports = (count: number) => Array.from({ length: count }, (_, index) => reportView(11 + index))

describe('the desk', () => {
  test('is the first screen, with the numbers in tab and title', async () => {
    fake.add(1)
    fake.add(2, { category: 'threat' })
    fake.desk = { tickets: 4 }
    const { page } = await openDesk('/')
    await page.getByRole('heading', { name: 'Desk', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Desk 2' }).waitFor()
    await page.getByRole('link', { name: 'Support 4' }).waitFor()
    expect(await page.title()).toMatch(/^\(2\) Desk/)
  })

  test('does not move what is on the screen when a job arrives, until one asks for it', async () => {
    fake.add(1)
    fake.add(2)
    const console_ = await openDesk()
    await console_.page.getByText('player2').waitFor()
    fake.remove(1)
    fake.remove(2)
    fake.add(9, { category: 'threat' })
    fake.add(1)
    fake.add(2)
    await console_.page.waitForTimeout(300)
    console_.announce()
    await console_.button('1 new job').waitFor()
    expect(await people(console_)).toEqual(['player1', 'player2'])
    await console_.button('1 new job').click()
    expect(await people(console_)).toEqual(['player9', 'player1', 'player2'])
  })

  test('says who looks at a job, and what is overdue', async () => {
    fake.add(1, { due_at: new Date(Date.now() - 65 * 60_000).toISOString() })
    fake.takeAway(1, 'day-mod')
    const { page } = await openDesk()
    await page.getByText('overdue 1 h').waitFor()
    await page.getByText('day-mod is looking at this').waitFor()
  })

  test('says what to do when the jobs do not load, and when none waits', async () => {
    fake.instead.set('GET /admin/jobs', () => ({
      status: 503,
      body: { error: 'Busy right now.', code: 'UNAVAILABLE' },
    }))
    const { page, button } = await openDesk()
    await page.getByRole('alert').getByText('Busy right now.').waitFor()
    fake.instead.clear()
    await button('Try again').click()
    await page.getByText('No jobs waiting. Well done.').waitFor()
  })

  test('warns when no one on duty may see child-safety reports, and puts one on duty', async () => {
    fake.desk = { grave_covered: false }
    fake.instead.set('PUT /admin/desk/duty', () => {
      const since = new Date().toISOString()
      fake.desk = { grave_covered: true, on_duty: [{ id: 1, name: 'mona', since, until: since }] }
      return { body: {} }
    })
    const { page } = await openDesk()
    await page.getByText('No one who may see child-safety reports is on duty.').waitFor()
    await page.getByRole('switch', { name: 'On duty' }).click()
    await page.getByText(/On duty: mona until/).waitFor()
    expect(await page.getByText('No one who may see').count()).toBe(0)
  })

  test('says that it does not know who is on duty, and shows the queue all the same', async () => {
    fake.add(1)
    fake.instead.set('GET /admin/desk', () => ({ status: 503, body: { error: 'Busy.', code: 'UNAVAILABLE' } }))
    const { page, button } = await openDesk()
    await page.getByText("We couldn't load who is on duty.").waitFor()
    await page.getByText('player1').waitFor()
    fake.instead.clear()
    await button('Try again').click()
    await page.getByText('No one is on duty.').waitFor()
  })

  test('lists more jobs than one page by its cursor, and keeps them when the list is read again', async () => {
    for (const id of [1, 2, 3]) fake.add(id)
    fake.instead.set('GET /admin/jobs', ({ query }) => ({
      body: query.get('after')
        ? { results: [jobView(3, {}, Date.now())], next: null, total: 3 }
        : { results: [jobView(1, {}, Date.now()), jobView(2, {}, Date.now())], next: 'more', total: 3 },
    }))
    const { page, button, announce } = await openDesk()
    await page.getByText('player2').waitFor()
    expect(await page.getByText('player3').count()).toBe(0)
    await button('Show more').click()
    await page.getByText('player3').waitFor()
    expect(await page.getByRole('button', { name: /new job/ }).count()).toBe(0)
    announce()
    await page.waitForTimeout(500)
    expect(await page.getByText('player3').count()).toBe(1)
    expect(await button('Show more').count()).toBe(0)
  })

  test('keeps a hand-over note that was not saved', async () => {
    fake.instead.set('POST /admin/desk/handover', () => ({
      status: 503,
      body: { error: 'Busy.', code: 'UNAVAILABLE' },
    }))
    const console_ = await openDesk()
    await console_.button('Hand-over note').click()
    const note = console_.page.getByLabel('Note for the next shift')
    await note.fill('Watch room 7.')
    await console_.button('Leave the note').click()
    await console_.page.getByText('Busy.').waitFor()
    expect(await note.inputValue()).toBe('Watch room 7.')
  })

  test("shows last night's decisions after two clicks", async () => {
    fake.instead.set('GET /admin/decisions', ({ query }) => ({
      body: query.get('after')
        ? { results: [decisionView({ id: 'b', facts: 'Spam in the lobby.' })], next: null }
        : { results: [decisionView()], next: 'more' },
    }))
    const { page, button } = await openDesk('/reports')
    await page.getByRole('link', { name: 'Desk' }).click()
    await button('Decisions').click()
    await page.getByText('Insulted an opponent in three battles.').waitFor()
    await page.getByText(/day-mod,/).waitFor()
    await button('Show earlier ones').click()
    await page.getByText('Spam in the lobby.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})

describe('rules of the desk', () => {
  const owner = { me: session(permissionsOf('owner', false)) }
  const rulesView = (acting: boolean) => ({
    results: [
      {
        ...{ rule: 'independent_reporters', acting, changed_at: null, changed_by: null },
        ...{ raised: 4, decided: 3, breaches: 2 },
      },
      {
        ...{ rule: 'new_account', acting: false, changed_at: null, changed_by: null },
        ...{ raised: 0, decided: 0, breaches: 0 },
      },
    ],
    all: { decided: 40, breaches: 10 },
  })

  test('show what each would have raised, and act once an owner says so', async () => {
    let acting = false
    fake.instead.set('GET /admin/desk/rules', () => ({ body: rulesView(acting) }))
    fake.instead.set('PUT /admin/desk/rules/independent_reporters', ({ body }) => {
      acting = (body as { acting: boolean }).acting
      return { body: rulesView(acting) }
    })
    const console_ = await openDesk('/desk', owner)
    const { page, button } = console_
    await button('Rules').click()
    await page.getByText('2 of 3 decided (67%)').waitFor()
    await page.getByText('None decided yet').waitFor()
    await page.getByText('Breaches: 10 of 40 decided (25%).').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('switch', { name: 'Let “Several independent reporters” act' }).click()
    await page.getByText('The rule acts now.').waitFor()
    expect(console_.callsOf('PUT', '/admin/desk/rules/independent_reporters').map(({ body }) => body)).toEqual([
      { acting: true },
    ])
  })

  test('say what to do when they do not load, and are not shown to moderators', async () => {
    fake.instead.set('GET /admin/desk/rules', () => ({ status: 503, body: { error: 'Busy.', code: 'UNAVAILABLE' } }))
    const { page, button } = await openDesk('/desk?view=rules', owner)
    await page.getByRole('alert').getByText('Busy.').waitFor()
    fake.instead.set('GET /admin/desk/rules', () => ({ body: rulesView(false) }))
    await button('Try again').click()
    await page.getByText('2 of 3 decided (67%)').waitFor()
    await desk?.close()
    const other = await openDesk('/desk?view=rules')
    await other.page.getByText('No jobs waiting. Well done.').waitFor()
    expect(await other.button('Rules').count()).toBe(0)
    expect(other.callsOf('GET', '/admin/desk/rules')).toEqual([])
  })

  test('say why a job comes first', async () => {
    fake.add(1, { signals: [{ rule: 'independent_reporters', people: 4 }] })
    const { page, button } = await openDesk()
    await page.getByText('Four people who met them independently reported them.').waitFor()
    await button('Open Harassment job about player1').click()
    await page.getByText('Comes first').waitFor()
  })
})

describe('an opened job', () => {
  test('is claimed on opening and released on leaving', async () => {
    fake.add(1)
    const console_ = await openDesk()
    await console_.button('Open Harassment job about player1').click()
    await console_.page.getByText('reason 10').waitFor()
    expect(console_.callsOf('POST', '/admin/jobs/1/claim')).toHaveLength(1)
    expect(console_.callsOf('GET', '/admin/jobs/1')).toHaveLength(0)
    await console_.button('Close (Escape)').click()
    await eventually(() =>
      expect(console_.callsOf('POST', '/admin/jobs/1/release').map(({ body }) => body)).toEqual([{ claim: 'claim 1' }]),
    )
  })

  test('is claimed again when it is reopened after Next job', async () => {
    fake.add(1)
    fake.add(2)
    const console_ = await openDesk()
    const { page, button, callsOf } = console_
    const claims = () => callsOf('POST', '/admin/jobs/1/claim')
    await page.getByText('player2').waitFor()
    await button('Next job').click()
    await page.getByText('reason 10').waitFor()
    expect(claims()).toHaveLength(0)
    await page.keyboard.press('Escape')
    await eventually(() => expect(callsOf('POST', '/admin/jobs/1/release')).toHaveLength(1))
    fake.takeAway(1, 'day-mod')
    await button('Open Harassment job about player1').click()
    await page.getByText(/day-mod is looking at this until/).waitFor()
    expect(claims()).toHaveLength(1)
    expect(await button('Act').isDisabled()).toBe(true)
  })

  test('can be read but not decided while someone else looks at it', async () => {
    fake.add(1)
    fake.takeAway(1, 'day-mod')
    const { page, button } = await openDesk('/desk?open=1')
    await page.getByText(/day-mod is looking at this until \d\d:\d\d\. You can read it/).waitFor()
    await page.getByText('reason 10').waitFor()
    expect(await button('Act').isDisabled()).toBe(true)
    expect(await button('Decide and next').count()).toBe(0)
  })

  test('is not claimed by someone who may only read', async () => {
    fake.add(1)
    const console_ = await openDesk('/desk?open=1', { me: session(permissionsOf('viewer', false)) })
    await console_.page.getByText('Your role can read jobs, but not decide them.').waitFor()
    expect(console_.calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('keeps the text when the claim has lapsed, and decides after claiming again', async () => {
    fake.add(1)
    const { page, button } = await openDesk('/desk?open=1')
    await button('Act').click()
    await page.getByLabel('Chat messages').check()
    await page.getByLabel('What happened').fill('Threatened an opponent.')
    fake.takeAway(1, 'day-mod')
    await button('Decide').click()
    await page.getByText('Your claim on this job has lapsed.').first().waitFor()
    expect(await page.getByLabel('What happened').inputValue()).toBe('Threatened an opponent.')
    expect(await button('Decide').count()).toBe(0)
    expect(fake.orders).toEqual([])
    fake.add(1)
    await button('Claim again').click()
    await button('Decide').click()
    await page.getByText('Decided: Ban for 7 days.').waitFor()
    expect(fake.orders).toMatchObject([{ facts: 'Threatened an opponent.', claim: 'claim 2' }])
  })

  test('renews its claim while the page is used, and lets it lapse afterwards', async () => {
    fake.add(1)
    const console_ = await openDesk('/desk')
    const { page, button } = console_
    const renewals = () => console_.callsOf('POST', '/admin/jobs/1/renew')
    await page.clock.install()
    await page.reload()
    await button('Open Harassment job about player1').click()
    await page.getByText('reason 10').waitFor()
    await page.clock.runFor(JOB_RENEW_MS)
    await eventually(() => expect(renewals().map(({ body }) => body)).toEqual([{ claim: 'claim 1' }]))
    await page.clock.fastForward(11 * JOB_RENEW_MS)
    const before = renewals().length
    await page.clock.runFor(3 * JOB_RENEW_MS)
    expect(renewals()).toHaveLength(before)
    await page.mouse.move(10, 10)
    await page.clock.runFor(JOB_RENEW_MS)
    await eventually(() => expect(renewals()).toHaveLength(before + 1))
  })

  test('says that its claim has lapsed when a renewal is refused', async () => {
    fake.add(1)
    const { page, button } = await openDesk('/desk')
    await page.clock.install()
    await page.reload()
    await button('Open Harassment job about player1').click()
    await button('Act').click()
    await page.getByLabel('What happened').fill('Threatened an opponent.')
    fake.takeAway(1, 'day-mod')
    await page.clock.runFor(JOB_RENEW_MS)
    await page.getByText('Your claim on this job has lapsed.').waitFor()
    expect(await page.getByLabel('What happened').inputValue()).toBe('Threatened an opponent.')
    await button('Claim again').click()
    await page.getByText(/day-mod is looking at this until/).waitFor()
    expect(await page.getByLabel('What happened').inputValue()).toBe('Threatened an opponent.')
  })

  test('is given back when the page is closed', async () => {
    fake.add(1)
    const console_ = await openDesk('/desk?open=1')
    await console_.page.getByText('reason 10').waitFor()
    await console_.page.goto(new URL('/favicon.svg', console_.page.url()).href)
    await eventually(() => expect(console_.callsOf('POST', '/admin/jobs/1/release')).toHaveLength(1))
  })

  test('decides nothing with Enter in a field', async () => {
    fake.add(1)
    const { page, button } = await openDesk('/desk?open=1')
    await button('Act').click()
    await page.getByLabel('Chat messages').check()
    await page.getByLabel('What happened').fill('Spam.')
    await page.getByRole('radio', { name: 'Ban for other days' }).check()
    await page.getByRole('textbox', { name: 'Days' }).fill('3')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(200)
    expect(fake.orders).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByText('Decided: Ban for 3 days.').waitFor()
  })

  test('suggests a break as soon as one is due, until it is taken', async () => {
    fake.add(1)
    const { page, button, announce } = await openDesk()
    await page.getByText('player1').waitFor()
    fake.desk = { break_due: { reason: 'jobs', jobs: 6, since: new Date().toISOString() } }
    await expect(page.getByText('6 hard jobs in an hour').count()).resolves.toBe(0)
    announce()
    await page.getByText('6 hard jobs in an hour').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    fake.instead.set('POST /admin/desk/break', () => {
      fake.desk = {}
      return { body: {} }
    })
    await button('Take a break').click()
    await page.getByText('Enjoy your break.').waitFor()
    await page.getByText('6 hard jobs in an hour').waitFor({ state: 'detached' })
    expect(await button('Next job').isEnabled()).toBe(true)
  })

  test('suggests a break that was put off again after as many hard jobs', async () => {
    const since = new Date().toISOString()
    fake.desk = { break_due: { reason: 'jobs', jobs: 7, since } }
    const { page, button, announce } = await openDesk()
    await button('Not now').click()
    expect(await page.getByText('7 hard jobs in an hour').count()).toBe(0)
    fake.desk = { break_due: { reason: 'jobs', jobs: 12, since } }
    announce()
    await page.getByText('12 hard jobs in an hour').waitFor()
  })

  test('names others who need a break to those who supervise', async () => {
    const since = new Date().toISOString()
    fake.desk = {
      others_due: [
        { id: 2, name: 'dana', reason: 'jobs', jobs: 6, since },
        { id: 3, name: 'eve', reason: 'time', jobs: 1, since },
      ],
    }
    const { page } = await openDesk()
    await page.getByText(/dana \(6 hard jobs since .+\), eve \(no break since .+, 1 hard job\)/).waitFor()
  })

  test('keeps the text across a reload', async () => {
    fake.add(1)
    const { page, button } = await openDesk('/desk?open=1')
    await button('Act').click()
    await page.getByLabel('What happened').fill('Threatened an opponent.')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await eventually(async () =>
      expect(await page.getByLabel('What happened').inputValue()).toBe('Threatened an opponent.'),
    )
  })

  test('bans for 7 days with reasons and closes nine reports in eight key presses', async () => {
    fake.add(1, {}, reports(9))
    fake.add(2)
    const { page } = await openDesk()
    await page.getByText('player2').waitFor()
    const press = (key: string) => page.keyboard.press(key)
    await press('n')
    await page.getByText('reason 19').waitFor()
    await press('a')
    await press('6')
    await eventually(async () =>
      expect(await page.getByRole('radio', { name: /Ban for 7 days/ }).isChecked()).toBe(true),
    )
    await press('Enter')
    await press('1')
    await press('Enter')
    await page.keyboard.type('Insulted an opponent in three battles.')
    await press('Control+Enter')
    await page.getByText('Decided: Ban for 7 days.').waitFor()
    expect(fake.orders).toHaveLength(1)
    expect(order.Check(fake.orders[0])).toBe(true)
    expect(fake.orders[0]).toMatchObject({
      outcome: 'acted',
      rule: 'harassment',
      basis: ['chat'],
      facts: 'Insulted an opponent in three battles.',
      measures: [{ kind: 'global', durationMs: 7 * 86_400_000, expected: null }],
    })
    expect(Object.keys(fake.orders[0]?.versions ?? {})).toHaveLength(9)
    await page.getByRole('heading', { name: 'About player2' }).waitFor()
  })

  test('takes several measures, each with a place and a length', async () => {
    fake.add(1)
    const { page, button } = await openDesk('/desk?open=1')
    await button('Act').click()
    await page.getByRole('radio', { name: /Ban for 7 days/ }).check()
    await page.getByLabel('Where').selectOption('chat')
    await button('Add another measure').click()
    expect(
      await page.getByLabel('Ban from', { exact: true }).evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await page.getByLabel('Chat messages').check()
    await page.getByLabel('What happened').fill('Insulted an opponent.')
    await button('Decide').click()
    await page.getByText('Choose how long it lasts.').waitFor()
    expect(fake.orders).toEqual([])
    await page.getByLabel('For how long').selectOption('24h')
    await button('Add another measure').click()
    expect(await accessibilityFaults(page)).toEqual([])
    await button('Remove the ban from API').click()
    expect(await button('Add another measure').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByText(/^Chat ban until .* and rooms ban until .* for player1/).waitFor()
    await button('Decide').click()
    await page.getByText('Decided: Chat ban for 7 days, Rooms ban for 1 day.').waitFor()
    expect(order.Check(fake.orders[0])).toBe(true)
    expect(fake.orders[0]?.measures).toEqual([
      { kind: 'chat', durationMs: 7 * 86_400_000, expected: null },
      { kind: 'rooms', durationMs: 86_400_000, expected: null },
    ])
  })

  test('says what is missing before it sends anything', async () => {
    fake.add(1)
    const { page, button } = await openDesk('/desk?open=1')
    await button('Act').click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Choose what shows it.').waitFor()
    await page.getByText('Say what happened. The player reads it.').waitFor()
    expect(fake.orders).toEqual([])
  })

  test('sends the same decision with the same id when the answer was lost', async () => {
    fake.add(1)
    const lost: unknown[] = []
    fake.instead.set('POST /admin/decisions', ({ body }) => {
      if (lost.push(body) > 1) return undefined
      return { status: 503, body: { error: 'Busy.', code: 'UNAVAILABLE' } }
    })
    const { page, button } = await openDesk('/desk?open=1')
    await button('Dismiss').click()
    await button('Decide').click()
    await page.getByText('Busy.').waitFor()
    await button('Decide').click()
    await page.getByText('Dismissed.').waitFor()
    expect(lost[1]).toEqual(lost[0])
  })

  test('is undone with one press, also after a failure, and the text comes back', async () => {
    fake.add(1)
    fake.instead.set('GET /admin/decisions', () => ({ body: { results: [], next: null } }))
    const console_ = await openDesk('/desk?open=1')
    const { page, button } = console_
    await button('Dismiss').click()
    await page.getByLabel('Note').fill('Nothing in the chat.')
    await button('Decide').click()
    await page.getByText('Dismissed.').waitFor()
    const id = fake.orders[0]?.id ?? ''
    fake.instead.set(`POST /admin/decisions/${id}/undo`, () => ({
      status: 503,
      body: { error: 'Busy.', code: 'UNAVAILABLE' },
    }))
    await page.keyboard.press('u')
    await page.getByText('Busy.').waitFor()
    fake.instead.set(`POST /admin/decisions/${id}/undo`, () => {
      fake.add(8, { subject_id: 101, subject_name: 'player1' })
      return { body: decisionView({ id, state: 'undone' }) }
    })
    await page.keyboard.press('u')
    await page.getByText(/^Undone/).waitFor()
    expect(console_.callsOf('POST', `/admin/decisions/${id}/undo`)).toHaveLength(2)
    await page.goto(page.url().replace(/desk.*/, 'desk?open=8'))
    await eventually(async () => expect(await page.getByLabel('Note').inputValue()).toBe('Nothing in the chat.'))
  })

  test('shows the ban in force before a second one, and extends it', async () => {
    fake.add(1)
    const ban = banInForce()
    fake.instead.set('GET /admin/decisions/preview', () => ({
      body: { earlier: 1, suggested: [{ kind: 'global', duration_ms: null, ban_id: null }], bans_in_force: [ban] },
    }))
    const { page, button } = await openDesk('/desk?open=1')
    await button('Act').click()
    await page.getByText('Already banned permanently by day-mod.').waitFor()
    await page.getByLabel('Chat messages').check()
    await page.getByLabel('What happened').fill('Again.')
    await button('Decide').click()
    await page.getByText('Choose what happens to the ban in force.').waitFor()
    await page.getByRole('radio', { name: /Extend/ }).check()
    await button('Decide').click()
    await page.getByText(/^Decided/).waitFor()
    expect(fake.orders[0]?.measures).toEqual([
      { kind: 'global', durationMs: null, expected: { id: 5, version: 2, then: 'extend' } },
    ])
  })

  test('asks again what happens to the ban in force when it has become another one', async () => {
    fake.add(1)
    let ban = banInForce()
    fake.instead.set('GET /admin/decisions/preview', () => ({
      body: { earlier: 1, suggested: [{ kind: 'global', duration_ms: null, ban_id: null }], bans_in_force: [ban] },
    }))
    fake.instead.set('POST /admin/decisions', () => {
      if (ban.id === 6) return undefined
      ban = banInForce({ id: 6, version: 1, banned_by: 'night-mod' })
      return { status: 409, body: { error: 'Another ban is in force.', code: 'BAN_CHANGED' } }
    })
    const { page, button } = await openDesk('/desk?open=1')
    await button('Act').click()
    const replace = page.getByRole('radio', { name: /Replace/ })
    await replace.check()
    await page.getByLabel('Chat messages').check()
    await page.getByLabel('What happened').fill('Again.')
    await button('Decide').click()
    await page.getByText('Already banned permanently by night-mod.').waitFor()
    expect(await replace.isChecked()).toBe(false)
    await button('Decide').click()
    await page.getByText('Choose what happens to the ban in force.').waitFor()
    await replace.check()
    await button('Decide').click()
    await page.getByText(/^Decided/).waitFor()
    expect(fake.orders.map(({ measures }) => measures?.[0]?.expected)).toEqual([{ id: 6, version: 1, then: 'replace' }])
  })

  test('asks a second person for a permanent ban on stills alone', async () => {
    fake.add(1)
    fake.instead.set('POST /admin/decisions', () => ({
      status: 403,
      body: { error: 'A second person has to approve this.', code: 'SECOND_PERSON_REQUIRED' },
    }))
    fake.instead.set('POST /admin/decisions/approvals', () => ({ body: {} }))
    const console_ = await openDesk('/desk?open=1')
    const { page, button } = console_
    await button('Act').click()
    await page.getByRole('radio', { name: 'Ban permanently' }).check()
    await page.getByLabel('Stills').check()
    await page.getByText('a second person has to approve it').waitFor()
    await page.getByLabel('What happened').fill('Showed something illegal.')
    await button('Decide').click()
    await button('Ask').click()
    await page.getByText('Asked. Decide here once it is approved.').waitFor()
    const [asked] = console_.callsOf('POST', '/admin/decisions/approvals')
    expect(asked?.body).toEqual(console_.callsOf('POST', '/admin/decisions')[0]?.body)
    expect(await page.getByLabel('What happened').inputValue()).toBe('Showed something illegal.')
  })

  test('leaves reports that arrive later to the next job unless one includes them', async () => {
    fake.add(1, {}, reports(1))
    const console_ = await openDesk('/desk?open=1')
    const { page, button } = console_
    await page.getByText('reason 11').waitFor()
    fake.add(1, { claimed_by_id: 1, claim: 'claim 1' }, reports(2))
    console_.announce()
    await page.getByText(/1 new report since you opened this/).waitFor()
    await button('Dismiss').click()
    await page.getByText('Closes 1 report.').waitFor()
    await button('Decide on all').click()
    await page.getByText('Closes 2 reports.').waitFor()
    await button('Decide').click()
    await eventually(() => expect(Object.keys(fake.orders[0]?.versions ?? {})).toEqual(['11', '12']))
  })

  test('offers help first when someone may hurt themselves', async () => {
    fake.add(1, { category: 'self_harm' })
    const { page, button } = await openDesk('/desk?open=1')
    await page.getByRole('heading', { name: 'Someone may hurt themselves' }).waitFor()
    await page.getByText("Don't ban them for this.").waitFor()
    await button('Write the help message').click()
    const message = await page.getByLabel('Message to the player').inputValue()
    expect(message).toContain('findahelpline.com')
    await button('Act').click()
    const widths = await Promise.all(
      ['Write the help message', 'Decide and next'].map(async (name) => (await button(name).boundingBox())?.width ?? 0),
    )
    expect(widths[1]).toBeLessThan(widths[0] ?? 0)
    await button('Dismiss').click()
    await button('Decide').click()
    await eventually(() => expect(fake.orders[0]).toMatchObject({ outcome: 'dismissed', letter: message }))
  })

  test.each([
    ['a desk', { width: 1440, height: 900 }],
    ['a phone', { width: 390, height: 844 }],
  ])('has no accessibility faults on %s', async (_, viewport) => {
    fake.add(1, {}, reports(3))
    fake.desk = { grave_covered: false, handover: { id: 'a', by: 'day-mod', at: new Date().toISOString(), text: 'Hi' } }
    const { page, button } = await openDesk('/desk', { viewport })
    await button('Open Harassment job about player1').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await button('Open Harassment job about player1').click()
    await button('Act').click()
    await page.getByText('(suggested)').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })

  test('shows one thing to do at the foot of a phone when someone else has it', async () => {
    fake.add(1)
    fake.takeAway(1, 'day-mod')
    const { page, button } = await openDesk('/desk?open=1', { viewport: { width: 390, height: 844 } })
    const box = await button('Try to claim it').boundingBox()
    expect(box?.y).toBeGreaterThan(700)
    expect((await button('Act').boundingBox())?.y).not.toBeCloseTo(box?.y ?? 0, -2)
    await page.getByText('reason 10').waitFor()
  })

  test('takes the list’s place on a phone, with the actions at the foot', async () => {
    fake.add(1, {}, reports(9))
    const { page, button } = await openDesk('/desk?open=1', { viewport: { width: 390, height: 844 } })
    await page.getByText('reason 11').waitFor()
    expect(await page.getByRole('table', { name: 'Jobs' }).isVisible()).toBe(false)
    const box = await button('Act').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    expect(box?.y).toBeGreaterThan(700)
  })
})
