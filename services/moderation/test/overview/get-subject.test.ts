import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { refusalOf } from '@kla/testkit'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
})
afterAll(() => moderation.close())

const read = async (accountId: number, ...more: 'reports.grave'[]) =>
  moderation.client.getSubject({ accountId }, await moderation.may('reports.read', ...more))
const report = async (reporter: number, reportedId: number, category: string) =>
  (
    await moderation.client.submitReport(
      { reportedId, category, reason: `because of ${category}`, incident: '' },
      await moderation.as(reporter),
    )
  ).reportId
const ban = async (userId: number) =>
  moderation.client.createBan(
    { userId, reason: '', scope: 'chat', durationMs: 0, notes: '', evidenceJson: '' },
    await moderation.may('bans.set'),
  )
const ticket = async (accountId: number, subject: string) =>
  moderation.client.openTicket(
    {
      subject,
      message: 'x',
      category: '',
      priority: '',
      relatedStripeEmail: '',
      relatedRoomId: '',
      relatedOrderId: '',
      relatedBattleId: '',
      diagnosticsJson: '',
    },
    await moderation.as(accountId),
  )

test('returns an account with its reports, bans and tickets', async () => {
  const [about, by] = [await report(2, 1, 'spam'), await report(1, 3, 'abuse')]
  const { id } = await ban(1)
  await ticket(1, 'one')
  await ticket(1, 'two')
  const subject = await read(1)
  expect(subject).toMatchObject({
    accountId: 1,
    username: 'player1',
    globalName: 'Player 1',
    discordId: '10001',
    reportsAboutTotal: 1,
    reportsByTotal: 1,
    bansTotal: 1,
    ticketsTotal: 2,
    reportsAbout: [{ id: about, reporterName: 'player2', reportedName: 'player1' }],
    reportsBy: [{ id: by, reportedId: 3 }],
    bans: [{ id, userName: 'player1' }],
  })
  const [entry] = await moderation.audited()
  expect(entry).toMatchObject({ action: 'subjects.read', subjectId: '1' })
  expect(JSON.parse(entry?.details ?? '')).toEqual({ reports: [about, by], bans: [id] })
})

test('leaves out grave reports without the permission', async () => {
  await report(12, 11, 'spam')
  const grave = await report(13, 11, 'possible_minor')
  await report(11, 14, 'illegal_content')
  expect(await read(11)).toMatchObject({ reportsAboutTotal: 1, reportsByTotal: 0, reportsBy: [] })
  const seen = await read(11, 'reports.grave')
  expect(seen).toMatchObject({ reportsAboutTotal: 2, reportsByTotal: 1 })
  expect(seen.reportsAbout.map(({ id }) => id)).toContain(grave)
})

test('restricts its audit entry even without grave reports', async () => {
  await report(16, 15, 'spam')
  const restricted = async () =>
    (
      await moderation.database.query<{ restricted: boolean }>(
        `SELECT restricted FROM audit_log WHERE action = 'subjects.read' AND subject_id = '15' ORDER BY at_ms, seq`,
      )
    ).rows.map((row) => row.restricted)
  await read(15)
  await read(15, 'reports.grave')
  expect((await restricted()).sort()).toEqual([false, true])
})

test('returns the newest twenty of each, with totals', async () => {
  await moderation.database.query(
    `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by)
     SELECT 21, 'chat', 'No. ' || n, '', '', now(), 1, 'mod1' FROM generate_series(1, 30) AS n`,
  )
  const { bans, bansTotal } = await read(21)
  expect([bans.length, bansTotal, bans[0]?.reason]).toEqual([20, 30, 'No. 30'])
})

test('returns the history of a deleted account', async () => {
  await ban(31)
  moderation.auth.gone.add(31)
  expect(await read(31)).toMatchObject({ accountId: 31, username: '', bansTotal: 1 })
})

test.each([
  [41_000_000, 'NO_SUCH_ACCOUNT'],
  [0, 'INVALID_FIELD'],
  [-1, 'INVALID_FIELD'],
])('rejects account %d', async (accountId, reason) => {
  expect(await refusalOf(read(accountId))).toBe(reason)
})

test('requires reports.read', async () => {
  expect(await refusalOf(moderation.client.getSubject({ accountId: 1 }, await moderation.as(1)))).toBe('NOT_ALLOWED')
  const other = await moderation.may('bans.read', 'tickets.read')
  expect(await refusalOf(moderation.client.getSubject({ accountId: 1 }, other))).toBe('NOT_ALLOWED')
})
