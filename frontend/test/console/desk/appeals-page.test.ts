import { describe, expect, test } from '@jest/globals'
import type { AppealView } from '@kla/proto/web'
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

async function openAppeals(path: string) {
  const appeals = [appeal(1, 2), appeal(2, 1)]
  const opened = await openConsole(({ method, path: address, body }) => {
    if (address === '/admin/desk') return { body: deskView({ appeals: 2 }) }
    if (address === '/admin/appeals') return { body: { results: appeals, next: null } }
    if (method === 'POST' && address === '/admin/appeals/1') {
      const { outcome, answer } = body as { outcome: AppealView['state']; answer: string }
      Object.assign(appeals[0] ?? {}, {
        state: outcome,
        answer,
        decided_by: 'mona',
        decided_at: '2026-11-28T12:00:00Z',
      })
      return { body: appeals[0] }
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
    await page.getByText('Overturned. What it banned is lifted.').waitFor()
    expect(callsOf('POST', '/admin/appeals/1').map(({ body }) => body)).toEqual([
      { outcome: 'overturned', answer: 'You are right. We lifted the ban.' },
    ])
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
