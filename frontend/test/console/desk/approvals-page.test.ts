import { expect, test } from '@jest/globals'
import { type ApprovalView, permissionsOf } from '@kla/proto/web'
import { openConsole, session, watchPages } from './console-page.js'
import { deskView, reportView } from './views.js'

watchPages()

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

interface Others {
  readonly changes?: readonly ApprovalView[]
  readonly deletions?: readonly ApprovalView[]
  readonly releases?: readonly ApprovalView[]
  /** True if a report to delete is gone. */
  readonly isGone?: boolean
}

/** A console whose decisions to approve are in `approvals`. Each report to delete has changed, or one is gone. */
const openApprovals = async (
  approvals: readonly ApprovalView[],
  { changes = [], deletions = [], releases = [], isGone = false }: Others = {},
) => {
  const opened = await openConsole(
    ({ path }) => {
      if (path === '/admin/desk') return { body: deskView({ approvals: 1 }) }
      if (path === '/admin/decisions/approvals') return { body: { approvals } }
      if (path === '/admin/administrators/approvals') return { body: { approvals: changes } }
      if (path === '/admin/reports/approvals') return { body: { approvals: deletions } }
      if (path === '/admin/holds/approvals') return { body: { approvals: releases } }
      if (path === '/admin/reports/bulk' && isGone) {
        return { status: 403, body: { error: 'A second person has to approve this.', code: 'SECOND_PERSON_REQUIRED' } }
      }
      if (path === '/admin/reports/bulk') {
        const current = [reportView(7, { version: 4 })]
        return { status: 409, body: { error: 'Someone else just changed this.', code: 'CHANGED_MEANWHILE', current } }
      }
      if (path.endsWith('/approve')) return { body: { ...asked, approved_by: 'mona' } }
      if (path.endsWith('/approvals')) return { body: { approvals: [] } }
      if (path === '/admin/evidence/openings') return { body: { openings: [] } }
      if (path === '/admin/reports/deleted') return { body: { results: [], total: 0, page: 1 } }
      return undefined
    },
    { me: session(permissionsOf('owner', false)) },
  )
  await opened.open('/approvals')
  return opened
}

test('a second person reads a decision under Approvals, opens its job and approves it', async () => {
  const { page, callsOf } = await openApprovals([asked])
  await page.getByRole('link', { name: 'Approvals 1' }).waitFor()
  await page.getByRole('heading', { name: 'Ban, permanent: Illegal content' }).waitFor()
  await page.getByText('Showed something illegal.').waitFor()
  expect(await page.getByRole('link', { name: 'Job #7' }).getAttribute('href')).toContain('/desk?open=7')
  await page.getByRole('button', { name: /^Approve: Ban/ }).click()
  await page.getByText(/^Approved\./).waitFor()
  expect(callsOf('POST', `/admin/decisions/approvals/${asked.id}/approve`)).toHaveLength(1)
})

test('cards keep their places while requests come and go, and a new one ignores the first presses', async () => {
  const approvals = [asked]
  const { page, callsOf, announce } = await openApprovals(approvals)
  const reasons = () => page.getByText(/^(?:Showed|Insulted|Spam)/).allInnerTexts()
  const changesTo = async (...now: ApprovalView[]) => {
    approvals.splice(0, approvals.length, ...now)
    announce('approvals')
  }
  const other = (id: string, reason: string): ApprovalView => ({ ...asked, id, reason, params: { job: 8 } })
  await page.getByText('Showed something illegal.').waitFor()
  await changesTo(other('b', 'Insulted everyone.'), asked)
  await page.getByRole('button', { name: '1 new request' }).waitFor()
  expect(await reasons()).toEqual(['Showed something illegal.'])
  await changesTo(other('c', 'Spam.'), other('b', 'Insulted everyone.'))
  await page.getByText('No longer open').waitFor()
  expect(await reasons()).toEqual(['Showed something illegal.'])
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  await page.getByRole('button', { name: '2 new requests' }).evaluate(async (button: HTMLElement) => {
    button.click()
    await new Promise((shown) => requestAnimationFrame(shown))
    document.querySelector<HTMLElement>('[aria-label^="Approve:"]')?.click()
  })
  expect(await reasons()).toEqual(['Spam.', 'Insulted everyone.'])
  await page
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  await page.getByText(/^Approved\./).waitFor()
  expect(callsOf('POST', '/admin/decisions/approvals/b/approve')).toHaveLength(1)
  expect(callsOf('POST', '/admin/decisions/approvals/c/approve')).toHaveLength(0)
})

test('a second person approves the release of a hold, and opens its report', async () => {
  const release: ApprovalView = {
    ...{ ...asked, id: 'd', action: 'holds.release', reason: 'The case is closed.' },
    params: { kind: 'report', id: 7, placed_at: 1 },
  }
  const { page, callsOf } = await openApprovals([], { releases: [release] })
  expect(await page.getByRole('link', { name: 'To report #7' }).getAttribute('href')).toContain('/reports?open=7')
  await page.getByRole('button', { name: 'Approve: Release the hold on report #7' }).click()
  await page.getByText(/^Approved\./).waitFor()
  expect(callsOf('POST', '/admin/holds/approvals/d/approve')).toHaveLength(1)
})

test('a change of the administrator who looks is left to someone else', async () => {
  const about = (id: string, administrator: number): ApprovalView => ({
    ...{ ...asked, id, action: 'administrators.change' },
    params: { administrator, child_safety: true },
  })
  const { page } = await openApprovals([], { changes: [about('a', 1), about('b', 3)] })
  await page.getByText('It is about you, so someone else has to approve it.').waitFor()
  const approve = page.getByRole('button', { name: /^Approve/ })
  expect(await approve.count()).toBe(1)
  expect(await approve.getAttribute('aria-label')).toContain('Administrator 3')
})

test.each([
  ['that changed since', false],
  ['once a report is gone', true],
])('an approved deletion names the versions it was asked on, and deletes nothing %s', async (_, isGone) => {
  const deletion: ApprovalView = {
    ...{ ...asked, id: 'c', action: 'reports.delete', asked_by_id: 1, asked_by: 'mona', approved_by: 'day-mod' },
    params: { ids: [7, 8], versions: [3, 1] },
  }
  const { page, button, callsOf } = await openApprovals([], { deletions: [deletion], isGone })
  await button('Delete them').click()
  await button('Delete').click()
  await page.getByText('Some of these reports changed after you asked. Nothing was deleted. Ask again.').waitFor()
  expect(callsOf('POST', '/admin/reports/bulk').map(({ body }) => body)).toEqual([
    { ids: [7, 8], op: 'delete', versions: { 7: 3, 8: 1 } },
  ])
})
