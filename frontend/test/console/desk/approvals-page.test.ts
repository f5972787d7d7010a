import { afterAll, expect, test } from '@jest/globals'
import type { ApprovalView } from '@kla/proto/web'
import { closeBrowser, openConsole } from './console-page.js'
import { deskView } from './views.js'

afterAll(closeBrowser)

const asked: ApprovalView = {
  id: '7a0c8f5e-64b5-4c62-9d51-6f7d5c3f0a11',
  action: 'decisions.decide',
  params: { job: 7, rule: 'illegal_content', basis: 'stills', measures: 'global:0' },
  reason: 'Showed something illegal.',
  asked_by_id: 2,
  asked_by: 'day-mod',
  asked_at: '2026-11-28T10:00:00Z',
  approved_by: null,
  until: '2026-11-29T10:00:00Z',
}

test('a second person reads a decision under Approvals, opens its job and approves it', async () => {
  const { page, open, close, callsOf } = await openConsole(({ path }) => {
    if (path === '/admin/desk') return { body: deskView({ approvals: 1 }) }
    if (path === '/admin/decisions/approvals') return { body: { approvals: [asked] } }
    if (path.endsWith('/approve')) return { body: { ...asked, approved_by: 'mona' } }
    if (path.endsWith('/approvals')) return { body: { approvals: [] } }
    if (path === '/admin/evidence/openings') return { body: { openings: [] } }
    if (path === '/admin/reports/deleted') return { body: { results: [], total: 0, page: 1 } }
    return undefined
  })
  await open('/approvals')
  await page.getByRole('link', { name: 'Approvals 1' }).waitFor()
  await page.getByRole('heading', { name: 'Ban, permanent: Illegal content' }).waitFor()
  await page.getByText('Showed something illegal.').waitFor()
  expect(await page.getByRole('link', { name: 'Job #7' }).getAttribute('href')).toContain('/desk?open=7')
  await page.getByRole('button', { name: /^Approve: Ban/ }).click()
  await page.getByText(/^Approved\./).waitFor()
  expect(callsOf('POST', `/admin/decisions/approvals/${asked.id}/approve`)).toHaveLength(1)
  await close()
})
