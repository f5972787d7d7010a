import { describe, expect, test } from '@jest/globals'
import type { AppealDecision, AppealView, MeasureKind } from '@kla/proto/web'
import { outcomeWordsOf } from '../../../src/console/appeals/words.js'
import { accessibilityFaults, openConsole, watchPages } from './console-page.js'
import { decisionView, deskView } from './views.js'

const appeal = (id: number, decidedById: number): AppealView => ({
  id,
  text: `I did nothing, ${id}.`,
  opened_at: '2026-11-27T12:00:00Z',
  due_at: '2026-12-02T12:00:00Z',
  state: 'open',
  answer: null,
  decided_by: null,
  decided_at: null,
  decision: decisionView({ decided_by_id: decidedById, decided_by: decidedById === 1 ? 'mona' : 'day-mod' }),
})

watchPages()

async function openAppeals(path: string, { byBob }: { byBob?: string } = {}) {
  const appeals = [appeal(1, 2), appeal(2, 1)]
  const answered = (part: Pick<AppealView, 'state' | 'answer' | 'decided_by'>) =>
    Object.assign(appeals[0]!, { ...part, decided_at: '2026-11-28T12:00:00Z' })
  const opened = await openConsole(({ method, path: address, query, body }) => {
    if (address === '/admin/desk') return { body: deskView({ appeals: 2 }) }
    if (address === '/admin/appeals') {
      const shown = appeals.filter(({ state }) => state === 'open' || !query.has('open') || byBob !== undefined)
      return { body: { results: shown, next: null } }
    }
    if (method === 'POST' && address === '/admin/appeals/1') {
      if (byBob !== undefined) {
        answered({ state: 'upheld', answer: byBob, decided_by: 'bob' })
        return { status: 409, body: { error: 'Someone else just changed this.', code: 'CHANGED_MEANWHILE' } }
      }
      const { outcome, answer } = body as AppealDecision
      return { body: answered({ state: outcome, answer, decided_by: 'mona' }) }
    }
    return undefined
  })
  await opened.open(path)
  return opened
}

describe('what an answer does', () => {
  const NOW_MS = Date.parse('2026-11-28T12:00:00Z')
  const DAY_MS = 86_400_000
  const measure = (kind: MeasureKind, duration_ms: number | null = null) => ({ kind, duration_ms, ban_id: null })

  test.each([
    [[measure('warning')], "player1's warning is withdrawn."],
    [[measure('global')], "player1's permanent ban ends now."],
    [[measure('global', 7 * DAY_MS), measure('api')], "player1's ban for 7 days and permanent API ban end now."],
    [[measure('chat', 3_600_000)], "player1's chat ban for 1 hour is over already."],
  ])('names what it ends: %#', (measures, effect) => {
    expect(outcomeWordsOf('overturned', decisionView({ measures }), NOW_MS).effect).toBe(effect)
  })

  test('says that nothing changes if the decision is kept', () => {
    expect(outcomeWordsOf('upheld', decisionView({}), NOW_MS).effect).toBe(
      'Nothing changes for player1: ban for 7 days.',
    )
  })
})

describe('appeals', () => {
  test('stay open once answered while all are shown', async () => {
    const { page, button } = await openAppeals('/appeals?open=1&show=all')
    await page.getByLabel('Answer', { exact: true }).last().fill('The ban stays.')
    await button('Keep the decision').click()
    await button('Keep it').click()
    await page.getByText('Kept. Nothing changes for player1.').waitFor()
    await page.getByRole('heading', { name: 'Appeal #1' }).waitFor()
    await page.getByText('The ban stays.').waitFor()
  })

  test('are answered with the decision in view', async () => {
    const { page, button, callsOf } = await openAppeals('/appeals')
    await page.getByRole('link', { name: 'Appeals 2' }).waitFor()
    await button('Open appeal 1').click()
    await page.getByText('I did nothing, 1.').waitFor()
    await page.getByText('Insulted an opponent in three battles.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await button('Overturn it').click()
    await page.getByText('Write an answer. The player reads it.').waitFor()
    await page.getByLabel('Answer', { exact: true }).last().fill('You are right. We lifted the ban.')
    await button('Overturn it').click()
    const dialog = page.getByRole('dialog', { name: 'Overturn the decision?' })
    await dialog.getByText("player1's ban for 7 days ends now. You can't undo this.").waitFor()
    await dialog.getByText('You are right. We lifted the ban.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(callsOf('POST', '/admin/appeals/1')).toEqual([])
    await dialog.getByRole('button', { name: 'Overturn', exact: true }).click()
    await page.getByText("Overturned. player1's ban for 7 days has ended. They get your answer.").waitFor()
    // The answered one leaves the list of the open ones, and is closed with it.
    await page.getByRole('heading', { name: 'Appeal #1' }).waitFor({ state: 'detached' })
    expect(await page.getByText('This appeal is not in the list').count()).toBe(0)
    expect(callsOf('POST', '/admin/appeals/1').map(({ body }) => body)).toEqual([
      { outcome: 'overturned', answer: 'You are right. We lifted the ban.' },
    ])
  })

  test('stay open when the confirmation is cancelled', async () => {
    const { page, button, callsOf } = await openAppeals('/appeals?open=1')
    await page.getByLabel('Answer', { exact: true }).last().fill('The ban stays.')
    await button('Keep the decision').click()
    await page.getByRole('dialog', { name: 'Keep the decision?' }).waitFor()
    await button('Cancel').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(callsOf('POST', '/admin/appeals/1')).toEqual([])
    expect(await page.getByLabel('Answer', { exact: true }).last().inputValue()).toBe('The ban stays.')
  })

  test('show the answer of someone who was first, beside what was typed', async () => {
    const { page, button } = await openAppeals('/appeals?open=1', { byBob: 'We keep the ban.' })
    await page.getByLabel('Answer', { exact: true }).last().fill('You are right.')
    await button('Overturn it').click()
    await button('Overturn').click()
    await page.getByText('Someone else just changed this.').waitFor()
    await page.getByText('We keep the ban.').waitFor()
    expect(await button('Overturn it').count()).toBe(0)
    await page.getByText('You are right.').waitFor()
    await button('Discard draft').click()
    await page.getByText('You are right.').waitFor({ state: 'detached' })
  })

  test('against one’s own decision can only be read', async () => {
    const { page, button } = await openAppeals('/appeals?open=2')
    await page.getByText('You decided this. Someone else has to answer.').waitFor()
    expect(await button('Keep the decision').count()).toBe(0)
  })

  test('ask for the open ones first', async () => {
    const { page, calls } = await openAppeals('/appeals')
    await page.getByText('player1').first().waitFor()
    const asked = calls.filter(({ path }) => path === '/admin/appeals')
    expect(asked[0]?.query.get('open')).toBe('1')
  })
})
