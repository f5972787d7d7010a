import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Phase, type RecordedLine } from '@kla/proto'
import { REPORT_MERGE_MS, REPORT_REASON_MAX, REPORTS_PER_DAY, REPORTS_PER_MINUTE } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { FakeRoom } from '../support/fake-room.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
let client: Client
let room: FakeRoom
/** Every player is new in each test. */
let nextId = 100
const newAccount = (): number => nextId++

beforeAll(async () => {
  moderation = await createModeration()
  moderation.evidence.content = 'none'
  room = new FakeRoom()
  client = (await moderation.pod({ clients: room.clients })).client
})
afterAll(() => moderation.close())

const report = async (reporterId: number, reportedId: number, given: { category?: string; reason?: string } = {}) => {
  const complaint = { reportedId, category: 'abuse', reason: 'He shouted.', incident: '', ...given }
  return client.submitReport(complaint, await moderation.as(reporterId))
}
const read = async (id: number) => client.getReport({ id }, await moderation.may('reports.read', 'reports.grave'))
const list = async (filter: { readonly category: string; readonly reportedId: number }) =>
  client.listReports(
    { q: '', status: '', reporterId: 0, page: 1, pageSize: 25, sort: '', ...filter },
    await moderation.may('reports.read'),
  )
const line = (accountId: number, message: string, saidAtMs: number): RecordedLine => ({
  lineId: crypto.randomUUID(),
  roomId: room.roomId,
  accountId,
  username: `player${accountId}`,
  message,
  saidAtMs,
})

const asText = (lines: readonly RecordedLine[]) => ({ roomId: room.roomId, lines: JSON.stringify(lines) })

test('SubmitReport stores room, battle, both accounts and the last chat messages', async () => {
  const [reporter, reported] = [newAccount(), newAccount()]
  room.seated = [reporter, reported]
  const lines = [line(reported, 'later \0', 2_000), line(reporter, 'earlier', 1_000)]
  await client.keepLines({ rooms: [asText(lines)] })

  const { reportId } = await report(reporter, reported, { reason: '  He shouted.  ' })

  const { report: stored, context } = await read(reportId)
  expect(stored).toMatchObject({
    id: reportId,
    reporterId: reporter,
    reporterName: `player${reporter}`,
    reportedId: reported,
    reportedName: `player${reported}`,
    category: 'abuse',
    status: 'pending',
    reason: 'He shouted.',
    submissions: 1,
    reviewedAtMs: 0,
    reviewedBy: '',
  })
  expect(context).toMatchObject({
    roomId: room.roomId,
    roomName: 'Neon corner',
    mode: 'rush',
    category: 'default',
    battleId: room.battleId,
    phase: 'show',
    round: 3,
    receivedGif: room.receivedGif,
    people: [reporter, reported].map((id) => ({ accountId: id, username: `player${id}`, discordId: `${10_000 + id}` })),
    lines: [
      { accountId: reporter, username: `player${reporter}`, message: 'earlier', saidAtMs: 1_000 },
      { accountId: reported, username: `player${reported}`, message: 'later \0', saidAtMs: 2_000 },
    ],
  })
})

test('SubmitReport stores the chat messages of the time together after both have left', async () => {
  const [reporter, reported, third] = [newAccount(), newAccount(), newAccount()]
  room.seated = [reporter, third]
  room.apart = [reporter, reported]
  Object.assign(room, { fromMs: 1_000_000, toMs: 2_000_000 })
  const lines = [
    line(reported, 'to another player before', 900_000),
    line(reported, 'to the reporter', 1_500_000),
    line(reporter, 'the answer', 1_500_001),
    line(third, 'said by a third person', 1_500_002),
    line(reported, 'to another player after', 2_100_000),
  ]
  await client.keepLines({ rooms: [asText(lines)] })
  const { context } = await read((await report(reporter, reported)).reportId)
  expect(context).toMatchObject({ roomId: room.roomId })
  expect(context?.lines.map(({ message }) => message)).toEqual(['to the reporter', 'the answer'])
  expect(context?.people.map(({ accountId }) => accountId)).toEqual([reporter, reported])
  Object.assign(room, { apart: [], fromMs: 0, toMs: 0 })
})

test('SubmitReport stores no chat messages of others for a player who was never met', async () => {
  const [reporter, opponent, reported] = [newAccount(), newAccount(), newAccount()]
  room.seated = [reporter, opponent]
  await client.keepLines({ rooms: [asText([line(opponent, 'said to the reporter', Date.now())])] })
  room.othersAreMet = false
  const { context } = await read((await report(reporter, reported, { category: 'name' })).reportId)
  expect(context).toBeUndefined()
  room.othersAreMet = true
})

test('SubmitReport rejects a stranger like a missing account', async () => {
  const [reporter, stranger] = [newAccount(), newAccount()]
  Object.assign(room, { seated: [reporter, newAccount()], othersAreMet: false })
  moderation.auth.lookUps = []
  const refusals = await Promise.all(
    [stranger, 1_000_000, 999_999_999].map((id) => report(reporter, id).catch((error: unknown) => error)),
  )
  for (const one of refusals) expect(one).toMatchObject({ reason: 'NOT_MET', message: (refusals[0] as Error).message })
  expect(moderation.auth.lookUps).toEqual([])
  room.othersAreMet = true
})

test('SubmitReport allows twenty reports a day under concurrent calls', async () => {
  const reporter = newAccount()
  const principal = await moderation.as(reporter)
  const { client: second } = await moderation.pod({ clients: room.clients })
  const send = (at: number) =>
    (at % 2 === 0 ? client : second).submitReport(
      { reportedId: newAccount(), category: 'spam', reason: 'x', incident: '' },
      principal,
    )
  const call = { ...principal, requestId: crypto.randomUUID() }
  const given = { reportedId: newAccount(), category: 'abuse', reason: 'x', incident: '' }
  const first = await client.submitReport(given, call)
  for (let sent = 1; sent < REPORTS_PER_DAY - 1; sent += 1) {
    if (sent % (REPORTS_PER_MINUTE - 1) === 0) moderation.clock.aheadMs += 60_001
    await send(sent)
  }
  moderation.clock.aheadMs += 60_001
  const later = await moderation.as(reporter)
  const last = await Promise.all(
    [0, 1, 2, 3].map((at) =>
      refusalOf((at % 2 === 0 ? client : second).submitReport({ ...given, reportedId: newAccount() }, later)),
    ),
  )
  expect(last.sort()).toEqual(['TOO_MANY_REPORTS', 'TOO_MANY_REPORTS', 'TOO_MANY_REPORTS', 'not refused'])
  // What has been stored is answered again, and what is deleted counts on.
  expect(await client.submitReport(given, { ...later, requestId: call.requestId })).toEqual(first)
  await client.deleteReport({ id: first.reportId }, await moderation.may('reports.delete'))
  expect(await refusalOf(report(reporter, newAccount()))).toBe('TOO_MANY_REPORTS')
  await moderation.database.query(
    `UPDATE report_submissions SET submitted_at = submitted_at - interval '1 day' WHERE report_id = $1`,
    [first.reportId],
  )
  expect((await report(reporter, newAccount())).reportId).toBeGreaterThan(0)
})

test('SubmitReport stores a report when game-engine does not answer', async () => {
  const [reporter, reported] = [newAccount(), newAccount()]
  room.seated = [reporter, reported]
  room.engineAnswers = false
  const { context } = await read((await report(reporter, reported)).reportId)
  expect(context).toMatchObject({ roomId: room.roomId, battleId: '', phase: '', round: 0 })
  room.engineAnswers = true
})

test('SubmitReport stores nothing while rooms is unreachable', async () => {
  room.roomsAnswers = false
  expect(await refusalOf(report(newAccount(), newAccount()))).toBe('UNAVAILABLE')
  room.roomsAnswers = true
})

test('SubmitReport rejects invalid reports', async () => {
  const [reporter, reported] = [newAccount(), newAccount()]
  const total = async () => {
    const { rows } = await moderation.database.query<{ count: number }>('SELECT count(*) FROM report_submissions')
    return rows[0]?.count
  }
  const before = await total()
  expect(await refusalOf(report(reporter, reported, { reason: ' \n ' }))).toBe('REPORT_REASON_REQUIRED')
  expect(await refusalOf(report(reporter, reported, { reason: '', category: 'nonsense' }))).toBe(
    'REPORT_REASON_REQUIRED',
  )
  expect(await refusalOf(report(reporter, reported, { reason: 'x'.repeat(REPORT_REASON_MAX + 1) }))).toBe(
    'INVALID_FIELD',
  )
  for (const reason of ['\u200b', '\u3164\u2800', '\0\u202e']) {
    expect(await refusalOf(report(reporter, reported, { reason }))).toBe('REPORT_REASON_REQUIRED')
  }
  expect(await refusalOf(report(reporter, reported, { category: 'nonsense' }))).toBe('INVALID_FIELD')
  expect(await refusalOf(report(reporter, -1))).toBe('INVALID_FIELD')
  expect(await refusalOf(report(reporter, 0))).toBe('INVALID_FIELD')
  expect(await refusalOf(report(reporter, 1_000_000))).toBe('NOT_MET')
  expect(await refusalOf(report(reporter, reporter))).toBe('CANNOT_REPORT_YOURSELF')
  expect(await total()).toBe(before)
  const given = { reportedId: reported, category: 'abuse', reason: 'x', incident: '' }
  expect(await refusalOf(client.submitReport(given))).toBe('NOT_SIGNED_IN')
})

test('SubmitReport allows ten reports a minute on all processes', async () => {
  const reporter = newAccount()
  const { client: second } = await moderation.pod({ clients: room.clients })
  const principal = await moderation.as(reporter)
  for (let sent = 0; sent < REPORTS_PER_MINUTE; sent += 1) {
    const pod = sent % 2 === 0 ? client : second
    await pod.submitReport({ reportedId: newAccount(), category: 'spam', reason: 'x', incident: '' }, principal)
  }
  const more = { reportedId: newAccount(), category: 'spam', reason: 'x', incident: '' }
  expect(await refusalOf(client.submitReport(more, principal))).toBe('RATE_LIMITED')
  expect(await refusalOf(second.submitReport(more, principal))).toBe('RATE_LIMITED')
  moderation.clock.aheadMs += 60_001
  expect((await second.submitReport(more, await moderation.as(reporter))).reportId).toBeGreaterThan(0)
})

test('SubmitReport limits probing for accounts as well', async () => {
  const principal = await moderation.as(newAccount())
  moderation.auth.lookUps = []
  const probe = (reportedId: number) =>
    client.submitReport({ reportedId, category: 'spam', reason: 'x', incident: '' }, principal)
  for (let tries = 0; tries < REPORTS_PER_MINUTE; tries += 1) {
    expect(await refusalOf(probe(1_000_000 + tries))).toBe('NOT_MET')
  }
  const asked = moderation.auth.lookUps.length
  expect(await refusalOf(probe(1_000_100))).toBe('RATE_LIMITED')
  expect(await refusalOf(probe(newAccount()))).toBe('RATE_LIMITED')
  expect(moderation.auth.lookUps).toHaveLength(asked)
})

test('SubmitReport stores and counts a retried call once', async () => {
  const call = { ...(await moderation.as(newAccount())), requestId: crypto.randomUUID() }
  const given = { reportedId: newAccount(), category: 'abuse', reason: 'x', incident: '' }
  const { reportId } = await client.submitReport(given, call)
  for (let tries = 0; tries < REPORTS_PER_MINUTE; tries += 1) {
    expect(await client.submitReport(given, call)).toEqual({ reportId })
  }
  expect((await read(reportId)).report).toMatchObject({ submissions: 1, reason: 'x' })
  // Even after a decision in the meantime.
  await client.reviewReport({ id: reportId, action: 'dismiss' }, await moderation.may('reports.decide'))
  expect(await client.submitReport(given, call)).toEqual({ reportId })
})

test('SubmitReport adds new chat messages to a repeated report, with its reason once', async () => {
  const [reporter, reported] = [newAccount(), newAccount()]
  room.seated = [reporter, reported]
  const { reportId } = await report(reporter, reported)
  await client.keepLines({ rooms: [asText([line(reported, 'said after the first report', Date.now())])] })
  expect(await report(reporter, reported)).toEqual({ reportId })
  const { report: stored, context } = await read(reportId)
  expect(stored).toMatchObject({ submissions: 2, reason: 'He shouted.' })
  expect(context?.lines.map(({ message }) => message)).toContain('said after the first report')
})

test('SubmitReport merges a second report within a minute', async () => {
  const [reporter, reported] = [newAccount(), newAccount()]
  room.seated = [reporter, reported]
  room.phase = Phase.SHOW
  await client.keepLines({ rooms: [asText([line(reported, 'first', Date.now())])] })
  const { reportId } = await report(reporter, reported, { category: 'spam', reason: 'Links.' })
  room.phase = Phase.VOTE
  moderation.clock.aheadMs += REPORT_MERGE_MS - 1_000
  await client.keepLines({ rooms: [asText([line(reported, 'second', Date.now())])] })
  expect(await report(reporter, reported, { category: 'harassment', reason: 'And threats.' })).toEqual({ reportId })
  expect(await report(reporter, reported, { category: 'spam', reason: 'Links.' })).toEqual({ reportId })

  const { report: merged, context, submissions } = await read(reportId)
  expect(merged).toMatchObject({
    category: 'harassment',
    categories: ['harassment', 'spam'],
    reason: 'Links.\n\nAnd threats.',
    submissions: 3,
  })
  expect(submissions.map(({ category, reason }) => [category, reason])).toEqual([
    ['spam', 'Links.'],
    ['harassment', 'And threats.'],
    ['spam', 'Links.'],
  ])
  for (const category of ['spam', 'harassment', 'abuse']) {
    const { reports, total } = await list({ category, reportedId: reported })
    expect([reports.map(({ id }) => id), total]).toEqual(category === 'abuse' ? [[], 0] : [[reportId], 1])
  }
  expect(context).toMatchObject({ phase: 'vote', receivedGif: room.receivedGif })
  expect(context?.lines.map(({ message }) => message).slice(-2)).toEqual(['first', 'second'])

  moderation.clock.aheadMs += 2_000
  const later = await report(reporter, reported)
  expect(later.reportId).not.toBe(reportId)
})

test('SubmitReport does not merge reports of other pairs', async () => {
  const [one, other, reported] = [newAccount(), newAccount(), newAccount()]
  const { reportId } = await report(one, reported)
  expect((await report(other, reported)).reportId).not.toBe(reportId)
  expect((await report(one, other)).reportId).not.toBe(reportId)
})

test('SubmitReport does not merge into a decided or deleted report', async () => {
  const [reporter, reported] = [newAccount(), newAccount()]
  const first = await report(reporter, reported, { reason: 'one' })
  await client.reviewReport({ id: first.reportId, action: 'dismiss' }, await moderation.may('reports.decide'))
  const second = await report(reporter, reported, { reason: 'two' })
  expect(second.reportId).not.toBe(first.reportId)
  await client.deleteReport({ id: second.reportId }, await moderation.may('reports.delete'))
  expect((await report(reporter, reported, { reason: 'three' })).reportId).not.toBe(second.reportId)
})

test('SubmitReport draws ids that reveal neither queue, order nor number', async () => {
  const categories = ['spam', 'possible_minor', 'other', 'illegal_content', 'abuse', 'spam']
  const ids: number[] = []
  for (const category of categories) ids.push((await report(newAccount(), newAccount(), { category })).reportId)
  for (const id of ids) expect(String(id)).toMatch(/^[1-9]\d{8}$/)
  const { rows } = await moderation.database.query(
    `SELECT FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace
       AND relname LIKE '%report_ids%'`,
  )
  expect(rows).toHaveLength(0)
  // A draw of six in a row in order, each next to the other, is one in far more than a million.
  expect(ids.slice(1).some((id, at) => Math.abs(id - (ids[at] as number)) > 100)).toBe(true)
})

test('SubmitReport stores a graver report separately from the ordinary one', async () => {
  const [reporter, reported] = [newAccount(), newAccount()]
  room.seated = [reporter, reported]
  const ordinary = await report(reporter, reported, { category: 'other', reason: 'Odd.' })
  const grave = await report(reporter, reported, { category: 'possible_minor', reason: 'Looks very young.' })
  expect(grave.reportId).not.toBe(ordinary.reportId)
  const reader = await moderation.may('reports.read')
  expect((await client.getReport({ id: ordinary.reportId }, reader)).report).toMatchObject({
    category: 'other',
    reason: 'Odd.',
    submissions: 1,
    status: 'pending',
  })
  expect(await refusalOf(client.getReport({ id: grave.reportId }, reader))).toBe('REPORT_NOT_FOUND')
  expect(await read(grave.reportId)).toMatchObject({
    report: { category: 'possible_minor', reason: 'Looks very young.', submissions: 1 },
    context: { roomId: room.roomId },
  })
  // Each side takes in what is of its side.
  const more = [
    await report(reporter, reported, { category: 'illegal_content', reason: 'And worse.' }),
    await report(reporter, reported, { category: 'spam', reason: 'And links.' }),
  ]
  expect(more).toEqual([grave, ordinary])
  expect((await read(grave.reportId)).report).toMatchObject({ category: 'possible_minor', submissions: 2 })
  expect((await read(ordinary.reportId)).report).toMatchObject({ category: 'spam', submissions: 2 })
  // Later judged ordinary: its graver categories stay hidden from others.
  await moderation.database.query(`UPDATE reports SET category = 'abuse' WHERE id = $1`, [grave.reportId])
  expect((await read(grave.reportId)).report?.categories).toEqual(['abuse', 'possible_minor', 'illegal_content'])
  const { report: shown, submissions } = await client.getReport({ id: grave.reportId }, reader)
  expect([shown?.categories, submissions]).toEqual([['abuse'], []])
  expect(await list({ category: 'possible_minor', reportedId: reported })).toMatchObject({ reports: [], total: 0 })
})
