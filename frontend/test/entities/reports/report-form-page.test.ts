import { describe, expect, test } from '@jest/globals'
import type { MetPeople, ReportSubmission } from '@kla/proto/web'
import { openPlayer, watchPlayerPages } from '../../features/player-page.js'

watchPlayerPages()

const met = (id: number): MetPeople['met'][number] => ({
  id,
  username: `Met ${id}`,
  avatar: '',
  mode: 'rush',
  last_at: '2026-11-28T12:00:00.000Z',
  incident: 'token',
  blocked: false,
})

async function openPeopleMet() {
  const sent: ReportSubmission[] = []
  const opened = await openPlayer(({ method, path, body }) => {
    if (path === '/user/met') return { body: { met: [5, 6].map(met) } }
    if (path === '/user/reports') return { body: { reports: [] } }
    if (path !== '/report' || method !== 'POST') return undefined
    sent.push(body as ReportSubmission)
    return { body: { success: true } }
  })
  await opened.open('/settings#safety')
  const { page } = opened
  const write = async (about: string) => {
    await page.getByRole('button', { name: `Report ${about}`, exact: true }).click()
    const dialog = page.getByRole('dialog')
    return { dialog, reason: dialog.getByRole('textbox'), category: dialog.getByRole('combobox') }
  }
  return { ...opened, sent, write }
}

describe('a report that is being written', () => {
  test('is kept by person when its dialog is closed and when the page is loaded again, until it is sent', async () => {
    const { page, sent, stored, write } = await openPeopleMet()
    const first = await write('Met 5')
    await first.category.selectOption('threat')
    await first.reason.fill('Says to know where I live.')
    await page.keyboard.press('Escape')
    await first.dialog.waitFor({ state: 'hidden' })

    const other = await write('Met 6')
    expect(await other.reason.inputValue()).toBe('')
    await page.mouse.click(5, 5)
    await other.dialog.waitFor({ state: 'hidden' })

    await page.reload()
    const again = await write('Met 5')
    expect(await again.category.inputValue()).toBe('threat')
    expect(await again.reason.inputValue()).toBe('Says to know where I live.')
    await again.dialog.getByRole('button', { name: 'Send report' }).click()
    await again.dialog.waitFor({ state: 'hidden' })
    expect(sent).toMatchObject([{ reportedId: 5, category: 'threat', reason: 'Says to know where I live.' }])
    expect(Object.keys(await stored())).not.toContain('kla-drafts')
  })
})
