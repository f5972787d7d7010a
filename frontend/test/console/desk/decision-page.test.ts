import { beforeEach, describe, expect, test } from '@jest/globals'
import { DecisionOrder } from '@kla/proto/schemas'
import { eventually } from '@kla/testkit/eventually'
import { Compile } from 'typebox/compile'
import { accessibilityFaults, watchPages } from './console-page.js'
import { createFakeDesk, type FakeDesk } from './fake-desk.js'
import { banView, decisionView, reportViews } from './views.js'

const order = Compile(DecisionOrder)

let fake: FakeDesk

beforeEach(() => {
  fake = createFakeDesk()
})
watchPages()

describe('a decision', () => {
  test('keeps the text across a reload', async () => {
    fake.add(1)
    const { page, button } = await fake.open('/desk?open=1')
    await button('Act').click()
    await page.getByLabel('What happened').fill('Threatened an opponent.')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await eventually(async () =>
      expect(await page.getByLabel('What happened').inputValue()).toBe('Threatened an opponent.'),
    )
  })

  test('says that its text was written for earlier reports about the same person', async () => {
    fake.add(1)
    fake.add(2, { subject_id: 101 })
    const { page, button } = await fake.open('/desk?open=1')
    const note = page.getByText('This draft was written before the newest reports arrived.')
    await button('Dismiss').click()
    await page.getByLabel('Note').fill('Nothing in the chat.')
    expect(await note.count()).toBe(0)
    await button('Close (Escape)').click()
    await button('Open Harassment job about player2').click()
    await note.waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Nothing in the chat.')
    await button('Discard draft of the decision').click()
    await note.waitFor({ state: 'detached' })
  })

  test('bans for 7 days with reasons and closes nine reports in eight key presses', async () => {
    fake.add(1, {}, reportViews(9))
    fake.add(2)
    const { page } = await fake.open()
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
    const { page, button } = await fake.open('/desk?open=1')
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
    const { page, button } = await fake.open('/desk?open=1')
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
    const { page, button } = await fake.open('/desk?open=1')
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
    const console_ = await fake.open('/desk?open=1')
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

  test('leaves newer text about the same person alone when it is undone', async () => {
    fake.add(1)
    fake.add(2, { subject_id: 101 })
    const { page, button } = await fake.open('/desk?open=1')
    await button('Dismiss').click()
    await page.getByLabel('Note').fill('Nothing in the chat.')
    await button('Decide and next').click()
    await page.getByText('reason 20').waitFor()
    await button('Dismiss').click()
    await page.getByLabel('Note').fill('A second report.')
    fake.instead.set(`POST /admin/decisions/${fake.orders[0]?.id}/undo`, () => ({
      body: decisionView({ state: 'undone' }),
    }))
    await page.getByRole('button', { name: /^Undo: No action/ }).click()
    await page.getByText("You've written something new since.").waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('A second report.')
  })

  test('shows the ban in force before a second one, and extends it', async () => {
    fake.add(1)
    const ban = banView()
    fake.instead.set('GET /admin/decisions/preview', () => ({
      body: { earlier: 1, suggested: [{ kind: 'global', duration_ms: null, ban_id: null }], bans_in_force: [ban] },
    }))
    const { page, button } = await fake.open('/desk?open=1')
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
    let ban = banView()
    fake.instead.set('GET /admin/decisions/preview', () => ({
      body: { earlier: 1, suggested: [{ kind: 'global', duration_ms: null, ban_id: null }], bans_in_force: [ban] },
    }))
    fake.instead.set('POST /admin/decisions', () => {
      if (ban.id === 6) return undefined
      ban = banView({ id: 6, version: 1, banned_by: 'night-mod' })
      return { status: 409, body: { error: 'Another ban is in force.', code: 'BAN_CHANGED' } }
    })
    const { page, button } = await fake.open('/desk?open=1')
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
    const console_ = await fake.open('/desk?open=1')
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
    fake.add(1, {}, reportViews(1))
    const console_ = await fake.open('/desk?open=1')
    const { page, button } = console_
    await page.getByText('reason 11').waitFor()
    fake.add(1, { claimed_by_id: 1, claim: 'claim 1' }, reportViews(2))
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
    const { page, button } = await fake.open('/desk?open=1')
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
})
