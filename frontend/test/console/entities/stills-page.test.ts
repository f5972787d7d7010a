import { expect, test } from '@jest/globals'
import { type OpeningView, type Permission, permissionsOf, type ReportDetailView } from '@kla/proto/web'
import { openConsole, session, watchPages } from '../desk/console-page.js'
import { reportView } from '../desk/views.js'

/** One grey dot. */
const STILL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='
const HOUR_MS = 3_600_000
const AT = '2026-11-28T12:00:00.000Z'
const REPORT: ReportDetailView = { ...reportView(7), context: null, said: [], evidence_offered: true }
const MAY: readonly Permission[] = [...permissionsOf('moderator', false), 'evidence.open']

const opening = (id: string, part: Partial<OpeningView>): OpeningView => ({
  id,
  report_id: 7,
  reason: 'A face to recognise.',
  asked_by_id: 2,
  asked_by: 'dana',
  asked_at: AT,
  approved_by_id: null,
  approved_by: null,
  until: new Date(Date.now() + HOUR_MS).toISOString(),
  ...part,
})
const FOR_OTHERS = opening('a', { approved_by_id: 3, approved_by: 'eve' })
const FOR_ME = opening('b', { approved_by_id: 1, approved_by: 'mona' })

watchPages()

/** Opens the stills of a report as administrator 1, on a clock of the test. */
async function openStills(openings: readonly OpeningView[], refusal?: string) {
  const sealed = { id: 'b', stored_at: AT, bytes: 9, sha256: 'ab', expires_at: AT, held: true, has_stills: true }
  const opened = await openConsole(
    ({ path }) => {
      if (path === '/admin/reports/') return { body: { results: [reportView(7)], total: 1, page: 1, next: null } }
      if (path === '/admin/reports/7') return { body: REPORT }
      if (path === '/admin/reports/7/evidence') return { body: { items: [sealed], openings } }
      if (path === '/admin/reports/7/evidence/stills') {
        return { body: { stills: [{ evidence_id: 'b', taken_at: AT, jpeg: STILL }] } }
      }
      if (path.endsWith('/approve') && refusal) return { status: 403, body: { code: refusal } }
      return undefined
    },
    { me: session(MAY) },
  )
  await opened.page.clock.install()
  await opened.open('/reports?open=7')
  return { ...opened, stills: opened.page.getByRole('list', { name: '1 still' }) }
}

test('stills that were opened for two others can be asked for', async () => {
  const { button } = await openStills([FOR_OTHERS])
  await button('Ask to open them').waitFor()
  expect(await button('Show blurred').count()).toBe(0)
})

test('a request that waits comes before an opening for two others, and one’s own opening before both', async () => {
  const waiting = opening('c', {})
  const { button } = await openStills([FOR_OTHERS, waiting])
  await button('Approve the opening').waitFor()
  const own = await openStills([waiting, FOR_OTHERS, FOR_ME])
  await own.button('Show blurred').click()
  await own.stills.waitFor()
})

test('one’s own request comes before another’s, and can be made beside one that the reader may not approve', async () => {
  const { button } = await openStills([opening('c', {})], 'APPROVER_NOT_INDEPENDENT')
  await button('Approve the opening').click()
  await button('Ask to open them').waitFor()
  const own = await openStills([opening('c', {}), opening('d', { asked_by_id: 1, asked_by: 'mona' })])
  await own.page.getByText('Someone else has to approve your request.').waitFor()
})

test('stills close when their opening ends, and can be asked for again', async () => {
  const { page, button, stills } = await openStills([FOR_ME])
  await button('Show blurred').click()
  await stills.waitFor()
  await page.clock.fastForward(HOUR_MS)
  await stills.waitFor({ state: 'detached' })
  await button('Ask to open them').waitFor()
})

test('no still stays in the store', async () => {
  const { page, button, stills } = await openStills([FOR_ME])
  const isKept = () =>
    page.evaluate((still) => {
      interface Fiber {
        memoizedProps?: { store?: { getState: () => unknown } }
        child?: Fiber
      }
      const root = Object.entries(document.querySelector('#root') ?? {}).find(([name]) =>
        name.startsWith('__reactContainer'),
      )
      for (let fiber = root?.[1] as Fiber | undefined; fiber; fiber = fiber.child) {
        const store = fiber.memoizedProps?.store
        if (store) return JSON.stringify(store.getState()).includes(still)
      }
      throw new Error('No store was found.')
    }, STILL)
  await button('Show blurred').click()
  await stills.waitFor()
  expect(await isKept()).toBe(false)
  await button('Close them').click()
  await stills.waitFor({ state: 'detached' })
  expect(await isKept()).toBe(false)
})
