import { beforeEach, describe, expect, test } from '@jest/globals'
import { OpinionOrder } from '@kla/proto/schemas'
import { type BlindEvidenceView, type OpinionListView, type OpinionView, permissionsOf } from '@kla/proto/web'
import { Compile } from 'typebox/compile'
import { accessibilityFaults, session, watchPages } from './console-page.js'
import { createFakeDesk, type FakeDesk } from './fake-desk.js'
import { decisionView, reportView } from './views.js'

const order = Compile(OpinionOrder)
/** One grey dot. */
const STILL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='
const AT = '2026-11-28T12:00:00.000Z'
const later = () => new Date(Date.now() + 86_400_000).toISOString()

let fake: FakeDesk
let list: OpinionListView
let opinion: OpinionView

beforeEach(() => {
  fake = createFakeDesk()
  list = {
    open: [{ id: 12, category: 'harassment', reports: 2, asked_at: AT, lapses_at: later() }],
    open_total: 1,
    given: 20,
    agreed: 18,
    differing: [{ id: 11, given_at: AT }],
  }
  opinion = {
    id: 12,
    category: 'harassment',
    asked_at: AT,
    lapses_at: later(),
    account_id: 101,
    account_name: 'player1',
    reports: [reportView(11), reportView(12)],
    earlier: [],
    given: null,
    decision: null,
  }
  const given = (part: Partial<NonNullable<OpinionView['given']>> = {}): OpinionView['given'] => ({
    outcome: 'dismissed',
    rule: null,
    measures: [],
    reason: 'A joke between friends.',
    by_id: 1,
    by: 'mona',
    at: AT,
    agrees: false,
    ...part,
  })
  fake.instead.set('GET /admin/opinions', () => ({ body: list }))
  fake.instead.set('GET /admin/opinions/12', () => ({ body: opinion }))
  fake.instead.set('GET /admin/opinions/11', () => ({
    body: { ...opinion, id: 11, given: given(), decision: decisionView() },
  }))
  fake.instead.set('GET /admin/opinions/12/reports/11', () => ({
    body: { ...reportView(11), context: null, said: [], evidence_offered: true },
  }))
  fake.instead.set('GET /admin/reports/11/evidence/blind', () => ({ body: { items: [], opening: null } }))
  fake.instead.set('POST /admin/opinions/12', ({ body }) => {
    const { outcome } = body as OpinionOrder
    opinion = { ...opinion, given: given({ outcome, agrees: outcome === 'acted' }), decision: decisionView() }
    list = { ...list, open: [], open_total: 0 }
    return { body: opinion }
  })
})
watchPages()

describe('second opinions', () => {
  test('are counted on the desk, with those that agree and differ', async () => {
    const { page, button } = await fake.open()
    await page.getByText('Second opinions: 18 of 20 agree.').waitFor()
    await button('Second opinions (1)').waitFor()
    await page.getByRole('link', { name: 'Differs: #11' }).click()
    await page.getByText('The two judgements differ').waitFor()
    await page.getByText('A joke between friends.').waitFor()
    await page.getByText('Insulted an opponent in three battles.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('are judged without the first judgement, then shown beside it', async () => {
    const { page, button, callsOf } = await fake.open()
    await button('Second opinions (1)').click()
    await page.getByRole('table', { name: 'Second opinions' }).getByText('#12').click()
    await page.getByText('reason 11').waitFor()
    await page.getByText("You don't see what was decided, or by whom.", { exact: false }).waitFor()
    expect(await page.getByRole('link', { name: 'player1' }).count()).toBe(0)
    expect(callsOf('GET', '/admin/decisions/preview')).toEqual([])
    await button('Show chat of report 11').click()
    await page.getByText('No stills.').waitFor()

    const form = page.getByRole('form', { name: 'Second opinion' })
    await form.getByRole('button', { name: 'Breach', exact: true }).press('Enter')
    await form.getByRole('group', { name: 'Rule' }).getByRole('radio').first().focus()
    for (const key of ['6', '2', 'Enter']) await page.keyboard.press(key)
    expect(callsOf('POST', '/admin/opinions/12')).toEqual([])
    await page.keyboard.press('Control+Enter')
    await form.getByText('A reason is required.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await form.getByRole('textbox', { name: 'Why' }).fill('Insults again and again.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The two judgements agree').waitFor()
    await page.getByText('Insulted an opponent in three battles.').waitFor()
    const [sent] = callsOf('POST', '/admin/opinions/12')
    expect(order.Check(sent?.body)).toBe(true)
    expect(sent?.body).toMatchObject({
      outcome: 'acted',
      rule: 'harassment',
      measures: [{ kind: 'global' }],
      reason: 'Insults again and again.',
    })
    await page.getByText('No second opinion waits for you.').waitFor()
    expect(await form.count()).toBe(0)
  })

  test('show stills, blurred, to those who may open them, and not who opened them before', async () => {
    let opening: BlindEvidenceView['opening'] = null
    fake.instead.set('GET /admin/reports/11/evidence/blind', () => ({
      body: { items: [{ id: 'a', stored_at: AT, has_stills: true }], opening },
    }))
    fake.instead.set('POST /admin/reports/11/evidence/blind/openings', () => {
      opening = { state: 'waiting', own: true, until: later() }
      return { body: opening }
    })
    fake.instead.set('GET /admin/reports/11/evidence/stills', () => ({
      body: { stills: [{ evidence_id: 'a', taken_at: AT, jpeg: STILL }] },
    }))
    const { page, button, callsOf, calls } = await fake.open('/desk?view=opinions&opinion=12')
    await button('Show chat of report 11').click()
    await page.getByText("You don't see who opened them before.", { exact: false }).waitFor()
    await button('Ask to open them').click()
    await page.getByRole('dialog').getByRole('textbox').fill('A second opinion.')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('A request waits for a second person', { exact: false }).waitFor()
    opening = { state: 'open', own: true, until: later() }
    await button('Hide chat of report 11').click()
    await button('Show chat of report 11').click()
    await button('Show blurred').click()
    await page.getByRole('img', { name: 'Still 1 of 1, blurred' }).waitFor()
    expect(callsOf('GET', '/admin/reports/11/evidence/stills').map(({ query }) => query.get('sharp'))).toEqual(['0'])
    expect(calls.filter(({ path }) => path === '/admin/reports/11/evidence')).toEqual([])
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('keep what was typed when someone else was first', async () => {
    fake.instead.set('POST /admin/opinions/12', () => ({
      status: 409,
      body: { error: 'Someone else has already given this second opinion.', code: 'ALREADY_GIVEN' },
    }))
    const { page, button } = await fake.open('/desk?view=opinions&opinion=12')
    await button('No breach').click()
    const why = page.getByRole('textbox', { name: 'Why' })
    await why.fill('A joke.')
    await button('Give the opinion').click()
    await page.getByText('Someone else has already given this second opinion.').first().waitFor()
    expect(await why.inputValue()).toBe('A joke.')
  })

  test('say what to do when they do not load', async () => {
    fake.instead.set('GET /admin/opinions', () => ({ status: 503, body: { error: 'Busy now.', code: 'UNAVAILABLE' } }))
    const { page, button } = await fake.open('/desk?view=opinions')
    await page.getByRole('alert').getByText('Busy now.').waitFor()
    fake.instead.set('GET /admin/opinions', () => ({ body: list }))
    await button('Try again').click()
    await page.getByRole('table', { name: 'Second opinions' }).waitFor()
  })

  test('are not for those who cannot decide', async () => {
    fake.add(1)
    const { page, callsOf } = await fake.open('/desk', { me: session(permissionsOf('viewer', false)) })
    await page.getByText('player1').waitFor()
    expect(await page.getByRole('button', { name: /Second opinions/ }).count()).toBe(0)
    expect(callsOf('GET', '/admin/opinions')).toEqual([])
  })
})
