import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { refusalOf } from '@kla/testkit'
import { FakeRoom } from '../support/fake-room.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
let client: Client

beforeAll(async () => {
  moderation = await createModeration()
  moderation.evidence.content = 'none'
  client = (await moderation.pod({ clients: new FakeRoom().clients })).client
})
afterAll(() => moderation.close())

const report = async (reporterId: number, reportedId: number, category = 'abuse') =>
  (
    await client.submitReport(
      { reportedId, category, reason: `About ${reportedId}.`, incident: '' },
      await moderation.as(reporterId),
    )
  ).reportId
const own = async (reporterId: number) => (await client.listOwnReports({}, await moderation.as(reporterId))).reports

test("ListOwnReports returns only the caller's reports, newest first", async () => {
  const [first, second] = [await report(1, 11), await report(1, 12, 'spam')]
  await report(2, 11)
  await moderation.database.query(`UPDATE reports SET created_at = created_at - interval '1 hour' WHERE id = $1`, [
    first,
  ])
  expect(await own(1)).toEqual([
    {
      id: second,
      createdAtMs: expect.any(Number),
      category: 'spam',
      reason: 'About 12.',
      reviewed: false,
      outcome: 'received',
    },
    {
      id: first,
      createdAtMs: expect.any(Number),
      category: 'abuse',
      reason: 'About 11.',
      reviewed: false,
      outcome: 'received',
    },
  ])
  expect(await own(3)).toEqual([])
})

test('ListOwnReports says that a report was reviewed, not how', async () => {
  const id = await report(4, 13)
  const mayDecide = await moderation.may('reports.read', 'reports.decide')
  await client.updateReport({ id, category: 'cheating', status: 'dismissed' }, mayDecide)
  expect(await own(4)).toEqual([
    {
      id,
      createdAtMs: expect.any(Number),
      category: 'abuse',
      reason: 'About 13.',
      reviewed: true,
      outcome: 'not_acted',
    },
  ])
})

test('ListOwnReports leaves out deleted reports', async () => {
  const id = await report(5, 14)
  await moderation.database.query('UPDATE reports SET hidden_at = now() WHERE id = $1', [id])
  expect(await own(5)).toEqual([])
})

test('ListOwnReports rejects anonymous callers and administrators', async () => {
  expect(await refusalOf(client.listOwnReports({}))).toBe('NOT_SIGNED_IN')
  expect(await refusalOf(client.listOwnReports({}, await moderation.may('reports.read')))).toBe('NOT_ALLOWED')
})
