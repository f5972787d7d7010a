import { beforeEach, describe, expect, test } from '@jest/globals'
import { JOB_RENEW_MS, permissionsOf } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { type Answer, accessibilityFaults, session, watchPages } from './console-page.js'
import { createFakeDesk, type FakeDesk } from './fake-desk.js'
import { banView, detailView, jobView, reportViews } from './views.js'

let fake: FakeDesk

beforeEach(() => {
  fake = createFakeDesk()
})
watchPages()

describe('an opened job', () => {
  test('is claimed on opening and released on leaving', async () => {
    fake.add(1)
    const console_ = await fake.open()
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
    const console_ = await fake.open()
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

  test.each<[string, Answer]>([
    ['No job is free right now.', { status: 404, body: { error: 'None.', code: 'JOB_NOT_FOUND' } }],
    ['Broken.', { status: 500, body: { error: 'Broken.', code: 'INTERNAL' } }],
  ])('stays open and claimed when the next one does not come: %s', async (words, answer) => {
    fake.add(1)
    const { page, button, callsOf } = await fake.open('/desk?open=1')
    await button('Dismiss').click()
    await page.getByLabel('Note').fill('Half decided.')
    fake.instead.set('POST /admin/jobs/claim', () => answer)
    await button('Next job').click()
    await page.getByText(words).waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Half decided.')
    expect(callsOf('POST', '/admin/jobs/1/release')).toEqual([])
  })

  test('closes after its decision when no other job is free', async () => {
    fake.add(1)
    const { page, button } = await fake.open('/desk?open=1')
    await button('Dismiss').click()
    await button('Decide and next').click()
    await page.getByText('No job is free right now.').waitFor()
    await page.waitForURL((url) => !url.searchParams.has('open'))
    expect(await button('Decide and next').count()).toBe(0)
  })

  test("leads to each ban in force among all of the player's bans", async () => {
    fake.add(1)
    fake.instead.set('POST /admin/jobs/1/claim', () => ({
      body: { ...detailView(jobView(1, { claim: 'claim 1' }), reportViews(1)), bans_in_force: [banView({ id: 5 })] },
    }))
    const { page } = await fake.open('/desk?open=1')
    const link = page.getByRole('link', { name: '#5', exact: true })
    expect(await link.getAttribute('href')).toBe('/console/bans?userId=101&active=&open=5')
  })

  test('can be read but not decided while someone else looks at it', async () => {
    fake.add(1)
    fake.takeAway(1, 'day-mod')
    const { page, button } = await fake.open('/desk?open=1')
    await page.getByText(/day-mod is looking at this until \d\d:\d\d\. You can read it/).waitFor()
    await page.getByText('reason 10').waitFor()
    expect(await button('Act').isDisabled()).toBe(true)
    expect(await button('Decide and next').count()).toBe(0)
  })

  test('is not claimed by someone who may only read', async () => {
    fake.add(1)
    const console_ = await fake.open('/desk?open=1', { me: session(permissionsOf('viewer', false)) })
    await console_.page.getByText('Your role can read jobs, but not decide them.').waitFor()
    expect(console_.calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('keeps the text when the claim has lapsed, and decides after claiming again', async () => {
    fake.add(1)
    const { page, button } = await fake.open('/desk?open=1')
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
    const console_ = await fake.open('/desk')
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
    const { page, button } = await fake.open('/desk')
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
    const console_ = await fake.open('/desk?open=1')
    await console_.page.getByText('reason 10').waitFor()
    await console_.page.goto(new URL('/favicon.svg', console_.page.url()).href)
    await eventually(() => expect(console_.callsOf('POST', '/admin/jobs/1/release')).toHaveLength(1))
  })

  test('decides nothing with Enter in a field', async () => {
    fake.add(1)
    const { page, button } = await fake.open('/desk?open=1')
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
    const { page, button, announce } = await fake.open()
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
    const { page, button, announce } = await fake.open()
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
    const { page } = await fake.open()
    await page.getByText(/dana \(6 hard jobs since .+\), eve \(no break since .+, 1 hard job\)/).waitFor()
  })

  test.each([
    ['a desk', { width: 1440, height: 900 }],
    ['a phone', { width: 390, height: 844 }],
  ])('has no accessibility faults on %s', async (_, viewport) => {
    fake.add(1, {}, reportViews(3))
    fake.desk = { grave_covered: false, handover: { id: 'a', by: 'day-mod', at: new Date().toISOString(), text: 'Hi' } }
    const { page, button } = await fake.open('/desk', { viewport })
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
    const { page, button } = await fake.open('/desk?open=1', { viewport: { width: 390, height: 844 } })
    const box = await button('Try to claim it').boundingBox()
    expect(box?.y).toBeGreaterThan(700)
    expect((await button('Act').boundingBox())?.y).not.toBeCloseTo(box?.y ?? 0, -2)
    await page.getByText('reason 10').waitFor()
  })

  test('takes the list’s place on a phone, with the actions at the foot', async () => {
    fake.add(1, {}, reportViews(9))
    const { page, button } = await fake.open('/desk?open=1', { viewport: { width: 390, height: 844 } })
    await page.getByText('reason 11').waitFor()
    expect(await page.getByRole('table', { name: 'Jobs' }).isVisible()).toBe(false)
    const box = await button('Act').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    expect(box?.y).toBeGreaterThan(700)
  })
})
