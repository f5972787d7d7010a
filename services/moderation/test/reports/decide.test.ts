import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { DELETIONS_ALONE_MAX, GRAVE_CATEGORIES, ONE_BY_ONE_CATEGORIES, type Permission } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { FakeRoom } from '../support/fake-room.js'
import { type Client, createModeration, type DeskClient, type Moderation } from '../support/moderation.js'

let moderation: Moderation
let client: Client
let desk: DeskClient
let nextId = 100

beforeAll(async () => {
  moderation = await createModeration()
  ;({ client, desk } = await moderation.pod({ clients: new FakeRoom().clients }))
})
afterAll(() => moderation.close())

const report = async (category = 'abuse'): Promise<number> => {
  const given = { reportedId: nextId++, category, reason: 'Something.', incident: '' }
  return (await client.submitReport(given, await moderation.as(nextId++))).reportId
}
const reports = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, () => report()))
const reader = () => moderation.may('reports.read')
const everything: Permission[] = ['reports.read', 'reports.decide', 'reports.delete', 'reports.grave']
const get = async (id: number) => (await client.getReport({ id }, await moderation.may(...everything))).report
const lastEntry = async () => {
  type Entry = { action: string; subject: string; details: string; restricted: boolean }
  const { rows } = await moderation.database.query<Entry>(
    `SELECT action, subject_kind || ' ' || subject_id AS subject, details, restricted
     FROM audit_log WHERE event_id = '' ORDER BY at_ms DESC, seq DESC LIMIT 1`,
  )
  const { details = '{}', ...entry } = rows[0] ?? {}
  return { ...entry, details: JSON.parse(details) as Record<string, unknown> }
}

test('UpdateReport changes category, status and notes independently', async () => {
  const id = await report()
  const decider = await moderation.may('reports.decide')
  const changed = await client.updateReport({ id, category: 'spam', status: 'action_taken', notes: ' seen ' }, decider)
  expect(changed).toMatchObject({ id, category: 'spam', status: 'action_taken', notes: 'seen', reviewedBy: 'mod' })
  expect(Math.abs(changed.reviewedAtMs - moderation.clock.now())).toBeLessThan(5_000)
  expect(await lastEntry()).toMatchObject({
    action: 'reports.update',
    subject: `report ${id}`,
    restricted: false,
    details: {
      category: { from: 'abuse', to: 'spam' },
      status: { from: 'pending', to: 'action_taken' },
      note: changed.thread?.notes[0]?.id,
    },
  })
  expect(await client.updateReport({ id, notes: '' }, decider)).toMatchObject({ notes: 'seen', status: 'action_taken' })
  const again = await client.updateReport({ id, status: 'pending' }, decider)
  expect(again).toMatchObject({ status: 'pending', reviewedAtMs: 0, reviewedBy: '' })
  expect(await get(id)).toEqual(again)
})

test('ReviewReport stores its notes', async () => {
  const id = await report()
  const anna = await moderation.administrator(5, 'reports.decide')
  const reviewed = await client.reviewReport({ id, action: 'dismiss', notes: 'nothing' }, anna)
  expect(reviewed).toMatchObject({ status: 'dismissed', notes: 'nothing', reviewedBy: 'mod5' })
  expect(await lastEntry()).toMatchObject({ action: 'reports.review', details: { status: { to: 'dismissed' } } })
  const acted = await client.reviewReport({ id, action: 'action_taken' }, await moderation.may('reports.decide'))
  expect(acted).toMatchObject({ status: 'action_taken', notes: 'nothing', reviewedBy: 'mod' })
})

test('DeleteReport hides a report and returns when it is erased', async () => {
  const id = await report()
  const remover = await moderation.may('reports.delete')
  const call = { ...remover, requestId: crypto.randomUUID() }
  const deletion = await client.deleteReport({ id }, call)
  const days = (deletion.eraseAfterMs - moderation.clock.now()) / 86_400_000
  expect([Math.round(days), deletion.held]).toEqual([90, false])
  expect(await lastEntry()).toMatchObject({ action: 'reports.delete', subject: `report ${id}` })
  expect(await refusalOf(get(id))).toBe('REPORT_NOT_FOUND')
  expect(await refusalOf(client.deleteReport({ id }, remover))).toBe('REPORT_NOT_FOUND')
  // The same call once more, because its answer was lost on the way.
  expect(await client.deleteReport({ id }, call)).toEqual(deletion)
  const { rows } = await moderation.database.query('SELECT FROM reports WHERE id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('DeleteReport returns a longer retention of grave reports, and whether one is held', async () => {
  const id = await report('illegal_content')
  await moderation.database.query('UPDATE reports SET held = true WHERE id = $1', [id])
  const deletion = await client.deleteReport({ id }, await moderation.may(...everything))
  expect(Math.round((deletion.eraseAfterMs - moderation.clock.now()) / 86_400_000)).toBe(365)
  expect(deletion.held).toBe(true)
})

test('ChangeReports records each report separately', async () => {
  // Their entries are in the order of the ids.
  const ids = [await report(), await report(), await report()].sort((one, other) => one - other)
  const decider = await moderation.may('reports.decide')
  await client.reviewReport({ id: ids[0]!, action: 'review' }, decider)
  const change = { ids: [...ids, ids[1]!, 999_999], op: 'status', status: 'reviewed' }
  expect(await client.changeReports(change, decider)).toEqual({ changed: 2 })
  expect(await client.changeReports(change, decider)).toEqual({ changed: 0 })
  expect((await Promise.all(ids.map(get))).map((one) => one?.status)).toEqual(['reviewed', 'reviewed', 'reviewed'])
  const remove = { ids, op: 'delete', status: '' }
  expect(await refusalOf(client.changeReports(remove, decider))).toBe('NOT_ALLOWED')
  expect(await client.changeReports(remove, await moderation.may('reports.delete'))).toEqual({ changed: 3 })
  for (const id of ids) expect(await refusalOf(get(id))).toBe('REPORT_NOT_FOUND')
  const { rows } = await moderation.database.query<{ subject_id: string; op: string }>(
    `SELECT subject_id, details::json->>'op' AS op FROM audit_log WHERE action = 'reports.bulk' ORDER BY seq`,
  )
  expect(rows.map(({ subject_id, op }) => `${op} ${subject_id}`)).toEqual([
    ...ids.slice(1).map((id) => `status ${id}`),
    ...ids.map((id) => `delete ${id}`),
  ])
})

test('ChangeReports answers the same when the request is repeated', async () => {
  const ids = [await report(), await report()]
  const context = async () => ({ ...(await moderation.may('reports.decide', 'reports.delete')), requestId: newId() })
  for (const change of [
    { ids, op: 'status', status: 'reviewed' },
    { ids, op: 'delete', status: '' },
  ]) {
    const request = await context()
    const attempts = [1, 2].map(() => client.changeReports(change, request))
    expect(await Promise.all(attempts)).toEqual([{ changed: 2 }, { changed: 2 }])
    expect(await client.changeReports(change, request)).toEqual({ changed: 2 })
    expect(await client.changeReports(change, await context())).toEqual({ changed: 0 })
  }
})

test('ChangeReports skips reports that already have the status, in both queues', async () => {
  const [ordinary, alone, grave] = [await report(), await report(), await report('illegal_content')]
  const guardian = await moderation.may(...everything)
  const change = (ids: number[]) => client.changeReports({ ids, op: 'status', status: 'dismissed' }, guardian)
  expect(await change([ordinary, grave])).toEqual({ changed: 2 })
  expect(await change([alone])).toEqual({ changed: 1 })
  const entries = async (id: number) => {
    const { rows } = await moderation.database.query<{ details: string; restricted: boolean }>(
      `SELECT details, restricted FROM audit_log WHERE action = 'reports.bulk' AND subject_id = $1`,
      [String(id)],
    )
    return rows.map(({ details, restricted }) => {
      const { reporter_id: _by, reported_id: _about, ...change } = JSON.parse(details) as Record<string, unknown>
      return { change, restricted }
    })
  }
  expect(await entries(grave)).toMatchObject([{ restricted: true }])
  expect(await entries(ordinary)).toMatchObject([{ restricted: false }])
  expect(await entries(ordinary)).toEqual(await entries(alone))
})

describe('closing reports', () => {
  const statusesOf = async (ids: readonly number[]) => (await Promise.all(ids.map(get))).map((one) => one?.status)
  const as = (id: number) => moderation.administrator(id, ...everything)
  const change = async (ids: number[], status = 'dismissed', by = 5) =>
    client.changeReports({ ids, op: 'status', status }, await as(by))

  /** Claims the job of a report; its order in the queue does not matter. */
  async function claim(id: number, by: number): Promise<void> {
    const { jobs } = await desk.listJobs({ after: '', limit: 200, mine: false }, await as(by))
    const { reportedId } = (await get(id))!
    const job = jobs.find(({ subjectId }) => subjectId === reportedId)!
    await desk.claimJob({ id: job.id }, { ...(await as(by)), requestId: newId() })
  }

  test.each(ONE_BY_ONE_CATEGORIES)('changes nothing when a report of %s is named with others', async (category) => {
    const [ordinary, one] = [await report(), await report(category)]
    await expect(change([ordinary, one])).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
      message: `Decide these reports one by one: #${one}. Nothing was changed.`,
    })
    const both = { ids: [ordinary, one], op: 'delete', status: '' }
    await expect(client.changeReports(both, await as(5))).rejects.toMatchObject({
      message: `Delete these reports one by one: #${one}. Nothing was changed.`,
    })
    expect(await statusesOf([ordinary, one])).toEqual(['pending', 'pending'])
    expect(await change([one, one])).toEqual({ changed: 1 })
    expect(await refusalOf(change([ordinary, one], 'reviewed'))).toBe('INVALID_FIELD')
    expect(await change([ordinary, one])).toEqual({ changed: 1 })
    expect(await change([ordinary, one], 'pending')).toEqual({ changed: 2 })
  })

  test('changes nothing when a merged report was one to be read alone', async () => {
    const [reportedId, reporter] = [nextId++, await moderation.as(nextId++)]
    const submit = async (category: string) =>
      client.submitReport({ reportedId, category, reason: category, incident: '' }, reporter)
    const { reportId: merged } = await submit('threat')
    expect((await submit('abuse')).reportId).toBe(merged)
    await client.updateReport({ id: merged, category: 'abuse' }, await as(5))
    const ordinary = await report()
    expect(await refusalOf(change([ordinary, merged]))).toBe('INVALID_FIELD')
    expect(await change([merged])).toEqual({ changed: 1 })
  })

  test("changes nothing when a report's job is claimed by someone else, until the claim has lapsed", async () => {
    const [ordinary, theirs] = [await report(), await report()]
    await claim(theirs, 6)
    await expect(change([ordinary, theirs])).rejects.toMatchObject({
      reason: 'JOB_CLAIMED',
      message: `Someone else is working on these reports: #${theirs}. Nothing was changed.`,
    })
    expect(await refusalOf(change([theirs]))).toBe('JOB_CLAIMED')
    const update = { id: theirs, status: 'reviewed' }
    expect(await refusalOf(client.updateReport(update, await as(5)))).toBe('JOB_CLAIMED')
    expect(await refusalOf(client.reviewReport({ id: theirs, action: 'dismiss' }, await as(5)))).toBe('JOB_CLAIMED')
    expect(await statusesOf([ordinary, theirs])).toEqual(['pending', 'pending'])
    await moderation.database.query('UPDATE jobs SET claimed_until = $1 WHERE claimed_by_id = 6', [
      new Date(moderation.clock.now() - 1_000),
    ])
    expect(await change([ordinary, theirs])).toEqual({ changed: 2 })
  })

  test('by deleting follows the same rules for those that are pending', async () => {
    const [ordinary, threat, theirs] = [await report(), await report('threat'), await report()]
    const remove = async (ids: number[]) => client.changeReports({ ids, op: 'delete', status: '' }, await as(5))
    await claim(theirs, 6)
    expect(await refusalOf(remove([ordinary, threat]))).toBe('INVALID_FIELD')
    await expect(remove([ordinary, theirs])).rejects.toMatchObject({
      reason: 'JOB_CLAIMED',
      message: `Someone else is working on these reports: #${theirs}. Nothing was changed.`,
    })
    expect(await refusalOf(client.deleteReport({ id: theirs }, await as(5)))).toBe('JOB_CLAIMED')
    expect(await statusesOf([ordinary, threat, theirs])).toEqual(['pending', 'pending', 'pending'])
    expect(await refusalOf(client.deleteReport({ id: theirs }, await as(6)))).toBe('not refused')
    expect(await change([threat])).toEqual({ changed: 1 })
    expect(await remove([ordinary, threat])).toEqual({ changed: 2 })
  })

  test('by deleting with approval leaves claimed reports, and the approval for later', async () => {
    const ids = [await report('threat'), ...(await reports(DELETIONS_ALONE_MAX))]
    const theirs = ids[1]!
    const remove = async () => client.changeReports({ ids, op: 'delete', status: '' }, await as(5))
    const { id } = await client.askForReportDeletion({ ids, reason: 'A wave.' }, await as(5))
    await client.approveReportDeletion({ id }, await as(6))
    await claim(theirs, 6)
    expect(await refusalOf(remove())).toBe('JOB_CLAIMED')
    await moderation.database.query('UPDATE jobs SET claimed_until = $1 WHERE claimed_by_id = 6', [
      new Date(moderation.clock.now() - 1_000),
    ])
    expect(await remove()).toEqual({ changed: ids.length })
  })

  test('is allowed under a claim of its own, and so are notes and categories under any', async () => {
    const [own, theirs] = [await report(), await report()]
    await claim(own, 5)
    await claim(theirs, 6)
    expect(await client.updateReport({ id: theirs, notes: 'Seen.', category: 'spam' }, await as(5))).toMatchObject({
      notes: 'Seen.',
      category: 'spam',
      status: 'pending',
    })
    expect(await change([own])).toEqual({ changed: 1 })
    expect(await refusalOf(client.updateReport({ id: own, status: 'action_taken' }, await as(6)))).toBe('not refused')
  })
})

test('rejects invalid changes', async () => {
  const id = await report()
  const before = await get(id)
  const by = await moderation.may(...everything)
  expect(await refusalOf(client.updateReport({ id, status: 'open' }, by))).toBe('INVALID_FIELD')
  expect(await refusalOf(client.updateReport({ id, status: 'dismissed', category: 'x' }, by))).toBe('INVALID_FIELD')
  expect(await refusalOf(client.reviewReport({ id, action: 'dismissed' }, by))).toBe('INVALID_FIELD')
  const wrong = [
    { ids: [], op: 'status', status: 'reviewed' },
    { ids: Array.from({ length: 201 }, (_, at) => at + 1), op: 'delete', status: '' },
    { ids: [id, 0], op: 'delete', status: '' },
    { ids: [id], op: 'erase', status: '' },
    { ids: [id], op: 'status', status: '' },
    { ids: [id], op: 'status', status: 'open' },
  ]
  for (const given of wrong) expect(await refusalOf(client.changeReports(given, by))).toBe('INVALID_FIELD')
  for (const unknown of [0, -1, 999_999]) {
    expect(await refusalOf(client.getReport({ id: unknown }, by))).toBe('REPORT_NOT_FOUND')
    expect(await refusalOf(client.updateReport({ id: unknown, notes: 'x' }, by))).toBe('REPORT_NOT_FOUND')
    expect(await refusalOf(client.deleteReport({ id: unknown }, by))).toBe('REPORT_NOT_FOUND')
  }
  expect(await get(id)).toEqual(before)
})

test('rolls back a change without its audit entry', async () => {
  const id = await report()
  const by = await moderation.may(...everything)
  await moderation.database.query('ALTER TABLE audit_log RENAME TO audit_away')
  const changes = [
    client.updateReport({ id, notes: 'x' }, by),
    client.deleteReport({ id }, by),
    client.changeReports({ ids: [id], op: 'status', status: 'reviewed' }, by),
    client.getReport({ id }, by),
  ]
  const refusals = await Promise.all(changes.map(refusalOf))
  await moderation.database.query('ALTER TABLE audit_away RENAME TO audit_log')
  expect(refusals).toEqual(['INTERNAL', 'INTERNAL', 'INTERNAL', 'INTERNAL'])
  expect(await get(id)).toMatchObject({ notes: '', status: 'pending' })
})

test.each(GRAVE_CATEGORIES)('hides a report of %s from administrators without permission', async (category) => {
  const id = await report(category)
  const other = await report()
  const some = await moderation.may('reports.read', 'reports.decide', 'reports.delete')
  expect(await refusalOf(client.getReport({ id }, some))).toBe('REPORT_NOT_FOUND')
  expect(await refusalOf(client.updateReport({ id, category: 'other' }, some))).toBe('REPORT_NOT_FOUND')
  expect(await refusalOf(client.reviewReport({ id, action: 'dismiss' }, some))).toBe('REPORT_NOT_FOUND')
  expect(await refusalOf(client.deleteReport({ id }, some))).toBe('REPORT_NOT_FOUND')
  const both = { ids: [id, other], op: 'status', status: 'dismissed' }
  expect(await client.changeReports(both, some)).toEqual({ changed: 1 })
  expect(await client.changeReports({ ids: [id], op: 'delete', status: '' }, some)).toEqual({ changed: 0 })
  expect(await get(id)).toMatchObject({ category, status: 'pending' })
  expect(await lastEntry()).toMatchObject({ action: 'reports.read', subject: `report ${id}`, restricted: true })
})

test('UpdateReport returns a report once that the caller may no longer see', async () => {
  const id = await report()
  const some = await moderation.may('reports.read', 'reports.decide')
  const made = await client.updateReport({ id, category: 'possible_minor' }, some)
  expect(made).toMatchObject({ id, category: 'possible_minor' })
  expect(await lastEntry()).toMatchObject({ action: 'reports.update', restricted: true })
  expect(await refusalOf(client.getReport({ id }, some))).toBe('REPORT_NOT_FOUND')
  await client.updateReport({ id, category: 'abuse' }, await moderation.may(...everything))
  expect(await lastEntry()).toMatchObject({ restricted: true })
  expect((await client.getReport({ id }, await reader())).report?.id).toBe(id)
})

test('requires a permission for each change', async () => {
  const id = await report()
  const calls: [Permission, (context?: { principal: string }) => Promise<unknown>][] = [
    ['reports.read', (context) => client.getReport({ id }, context)],
    ['reports.decide', (context) => client.updateReport({ id, notes: 'x' }, context)],
    ['reports.decide', (context) => client.reviewReport({ id, action: 'review' }, context)],
    ['reports.decide', (context) => client.changeReports({ ids: [id], op: 'status', status: 'pending' }, context)],
    ['reports.delete', (context) => client.changeReports({ ids: [999_999], op: 'delete', status: '' }, context)],
    ['reports.delete', (context) => client.deleteReport({ id }, context)],
  ]
  for (const [permission, call] of calls) {
    const others = everything.filter((one) => one !== permission)
    expect(await refusalOf(call())).toBe('NOT_SIGNED_IN')
    expect(await refusalOf(call(await moderation.as(1)))).toBe('NOT_ALLOWED')
    expect(await refusalOf(call(await moderation.may(...others)))).toBe('NOT_ALLOWED')
    expect(await refusalOf(call(await moderation.may(permission)))).toBe('not refused')
  }
})
