import { describe, expect, test } from '@jest/globals'
import type { AppealDecision, AppealView } from '@kla/proto/web'
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
  const opened = await openConsole(({ method, path: address, body }) => {
    if (address === '/admin/desk') return { body: deskView({ appeals: 2 }) }
    if (address === '/admin/appeals') return { body: { results: appeals, next: null } }
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

describe('appeals', () => {
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
    await dialog.getByText('This cannot be undone.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(callsOf('POST', '/admin/appeals/1')).toEqual([])
    await dialog.getByRole('button', { name: 'Overturn', exact: true }).click()
    await page.getByText('Overturned. What it banned is lifted.').waitFor()
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
