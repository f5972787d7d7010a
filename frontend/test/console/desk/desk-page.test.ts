import { beforeEach, describe, expect, test } from '@jest/globals'
import { permissionsOf } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import type { Locator } from 'playwright-core'
import { accessibilityFaults, type ConsolePage, session, watchPages } from './console-page.js'
import { createFakeDesk, type FakeDesk } from './fake-desk.js'
import { decisionView, jobView } from './views.js'

let fake: FakeDesk

beforeEach(() => {
  fake = createFakeDesk()
})
watchPages()

const people = async ({ page }: ConsolePage) => {
  const rows = page.getByRole('table', { name: 'Jobs' }).getByRole('row')
  return (await rows.allInnerTexts()).slice(1).map((text) => /player\d+/.exec(text)?.[0])
}

describe('the desk', () => {
  test('is the first screen, with the numbers in tab and title', async () => {
    fake.add(1)
    fake.add(2, { category: 'threat' })
    fake.desk = { tickets: 4 }
    const { page } = await fake.open('/')
    await page.getByRole('heading', { name: 'Desk', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Desk 2' }).waitFor()
    await page.getByRole('link', { name: 'Support 4' }).waitFor()
    expect(await page.title()).toMatch(/^\(2\) Desk/)
  })

  test('does not move what is on the screen when a job arrives, until one asks for it', async () => {
    fake.add(1)
    fake.add(2)
    const console_ = await fake.open()
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

  test('says of calls that it makes a minute after the last input that no person made them', async () => {
    fake.add(1)
    const { page, callsOf, announce } = await fake.open()
    const lists = () => callsOf('GET', '/admin/jobs').map(({ passive }) => passive)
    await page.clock.install()
    await page.reload()
    await page.getByText('player1').waitFor()
    expect(lists()).not.toContain(true)
    await page.clock.fastForward(61_000)
    const before = lists().length
    announce()
    await eventually(() => expect(lists().slice(before)).toEqual([true]))
    await page.keyboard.press('r')
    await eventually(() => expect(lists().slice(before)).toEqual([true, false]))
  })

  test.each<[string, boolean, (note: Locator) => Promise<void>]>([
    ['a click without a pointer', false, (note) => note.click()],
    ['dictated text', false, (note) => note.page().keyboard.insertText('Quiet.')],
    ["a script's click", true, (note) => note.evaluate((element: HTMLElement) => element.click())],
  ])('after %s, makes calls that say whether no person made them: %p', async (_what, passive, use) => {
    const { page, button, callsOf, announce } = await fake.open()
    await page.addInitScript(() => {
      for (const sign of ['keydown', 'pointerdown', 'pointermove']) {
        window.addEventListener(sign, (event) => event.stopImmediatePropagation(), true)
      }
    })
    await page.clock.install()
    await page.reload()
    await button('Hand-over note').click()
    const note = page.getByLabel('Note for the next shift')
    await note.focus()
    await page.clock.fastForward(61_000)
    await use(note)
    const lists = () => callsOf('GET', '/admin/jobs').map((call) => call.passive)
    const before = lists().length
    announce()
    await eventually(() => expect(lists().slice(before)).toEqual([passive]))
  })

  test('says who looks at a job, and what is overdue', async () => {
    fake.add(1, { due_at: new Date(Date.now() - 65 * 60_000).toISOString() })
    fake.takeAway(1, 'day-mod')
    const { page } = await fake.open()
    await page.getByText('overdue 1 h').waitFor()
    await page.getByText('day-mod is looking at this').waitFor()
  })

  test('says what to do when the jobs do not load, and when none waits', async () => {
    fake.instead.set('GET /admin/jobs', () => ({
      status: 503,
      body: { error: 'Busy right now.', code: 'UNAVAILABLE' },
    }))
    const { page, button } = await fake.open()
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
    const { page } = await fake.open()
    await page.getByText('No one who may see child-safety reports is on duty.').waitFor()
    await page.getByRole('switch', { name: 'On duty' }).click()
    await page.getByText(/On duty: mona until/).waitFor()
    expect(await page.getByText('No one who may see').count()).toBe(0)
  })

  test('says that it does not know who is on duty, and shows the queue all the same', async () => {
    fake.add(1)
    fake.instead.set('GET /admin/desk', () => ({ status: 503, body: { error: 'Busy.', code: 'UNAVAILABLE' } }))
    const { page, button } = await fake.open()
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
    const { page, button, announce } = await fake.open()
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

  test('shows the hand-over notes of the last day, and ends the duty before signing out', async () => {
    const at = new Date().toISOString()
    const note = (id: string, text: string) => ({ id, by: 'day-mod', at, text })
    const notes = [note('a', 'Watch room 7.'), note('b', 'Quiet.')]
    fake.desk = { handover: notes[1]!, handovers: notes, on_duty: [{ id: 1, name: 'mona', since: at, until: at }] }
    const asked: string[] = []
    fake.instead.set('PUT /admin/desk/duty', ({ body }) => {
      asked.push(JSON.stringify(body))
      return { body: {} }
    })
    fake.instead.set('POST /admin/logout', () => {
      asked.push('sign out')
      return { body: {} }
    })
    const { page, button } = await fake.open()
    await button('Note from day-mod').click()
    await page.getByText('Watch room 7.').waitFor()
    await page.getByText('Quiet.').waitFor()
    await page.keyboard.press('Escape')
    await button('Sign out').click()
    await page.getByText('Sign out and end your duty?').waitFor()
    await button('Cancel').click()
    await button('Note from day-mod').click()
    await page.getByLabel('Note for the next shift').fill('Quiet, too.')
    await page.keyboard.press('Escape')
    await button('Sign out').click()
    await page.getByText('Sign out and discard what you typed?').waitFor()
    await button('End my duty, discard and sign out').click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(asked).toEqual(['{"on":false}', 'sign out'])
  })

  test('keeps a hand-over note that was not saved', async () => {
    fake.instead.set('POST /admin/desk/handover', () => ({
      status: 503,
      body: { error: 'Busy.', code: 'UNAVAILABLE' },
    }))
    const console_ = await fake.open()
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
    const { page, button } = await fake.open('/reports')
    await page.getByRole('link', { name: 'Desk' }).click()
    await button('Decisions').click()
    await page.getByText('Insulted an opponent in three battles.').waitFor()
    await page.getByText(/day-mod,/).waitFor()
    await button('Show earlier ones').click()
    await page.getByText('Spam in the lobby.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test("offers to undo one's own decision of the last minute, also after a reload", async () => {
    const own = { decided_by_id: 1, decided_by: 'mona' }
    const decisions = [
      decisionView({ ...own, id: 'new', account_name: 'player1', decided_at: new Date().toISOString() }),
      decisionView({ ...own, id: 'old', account_name: 'player2' }),
      decisionView({ id: 'theirs', account_name: 'player3', decided_at: new Date().toISOString() }),
    ]
    fake.instead.set('GET /admin/decisions', () => ({ body: { results: decisions, next: null } }))
    fake.instead.set('POST /admin/decisions/new/undo', () => {
      decisions[0] = { ...decisions[0]!, state: 'undone' }
      return { body: decisions[0] }
    })
    const { page } = await fake.open('/desk?view=decisions')
    const undo = page.getByRole('button', { name: /^Undo this decision/ })
    await page.getByText('player3').waitFor()
    expect(await undo.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Undo this decision: Ban for 7 days, player1',
    ])
    await undo.click()
    await page.getByText('Undone: Ban for 7 days, player1').waitFor()
    await eventually(async () => expect(await undo.count()).toBe(0))
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
    const console_ = await fake.open('/desk', owner)
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
    const { page, button, close } = await fake.open('/desk?view=rules', owner)
    await page.getByRole('alert').getByText('Busy.').waitFor()
    fake.instead.set('GET /admin/desk/rules', () => ({ body: rulesView(false) }))
    await button('Try again').click()
    await page.getByText('2 of 3 decided (67%)').waitFor()
    await close()
    const other = await fake.open('/desk?view=rules')
    await other.page.getByText('No jobs waiting. Well done.').waitFor()
    expect(await other.button('Rules').count()).toBe(0)
    expect(other.callsOf('GET', '/admin/desk/rules')).toEqual([])
  })

  test('say why a job comes first', async () => {
    fake.add(1, { signals: [{ rule: 'independent_reporters', people: 4 }] })
    const { page, button } = await fake.open()
    await page.getByText('Four people who met them independently reported them.').waitFor()
    await button('Open Harassment job about player1').click()
    await page.getByText('Comes first').waitFor()
  })
})
