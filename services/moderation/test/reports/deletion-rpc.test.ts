import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { APPROVAL_KEPT_MS, approvals, inTransaction, newId } from '@kla/chassis'
import { DELETIONS_ALONE_MAX, DELETIONS_ALONE_MS, type Permission } from '@kla/proto/web'
import { eventually, refusalOf } from '@kla/testkit'
import { unversionedDeletionTerms } from '../../src/reports/rules/decision.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

const DELETES: readonly Permission[] = ['reports.read', 'reports.delete']
const SECOND = 'SECOND_PERSON_REQUIRED'

let moderation: Moderation
let client: Client
let nextReport = 100_000_000
/** A new administrator for each test, with an unused quota. */
let nextPerson = 100

beforeAll(async () => {
  moderation = await createModeration()
  client = moderation.client
})
afterAll(() => moderation.close())
beforeEach(() => {
  nextPerson += 10
})

async function reports(count: number, category = 'spam'): Promise<number[]> {
  const ids = Array.from({ length: count }, () => nextReport++)
  await moderation.database.query(
    `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
     SELECT unnest($1::bigint[]), $3, 1, 2, $2::report_category, 'r'`,
    [ids, category, new Date(moderation.clock.now())],
  )
  return ids
}
const person = (at = 0, ...more: Permission[]) => moderation.administrator(nextPerson + at, ...DELETES, ...more)
const remove = (ids: number[], context: { principal: string }) =>
  client.changeReports({ ids, op: 'delete', status: '' }, context)
const ask = (ids: number[], context: { principal: string }) =>
  client.askForReportDeletion({ ids, reason: 'A wave of spam.' }, context)
const approve = (id: string, context: { principal: string }) => client.approveReportDeletion({ id }, context)
const there = async (id: number) => {
  const { rows } = await moderation.database.query('SELECT 1 FROM reports WHERE id = $1 AND hidden_at IS NULL', [id])
  return rows.length === 1
}

describe('deleting alone', () => {
  test('allows twenty reports per call, and not twenty-one', async () => {
    const ids = await reports(DELETIONS_ALONE_MAX + 1)
    const mod = await person()
    expect(await refusalOf(remove(ids, mod))).toBe(SECOND)
    expect(await there(ids[0]!)).toBe(true)
    expect(await remove(ids.slice(1), mod)).toEqual({ changed: DELETIONS_ALONE_MAX })
  })

  test('limits many calls like one, of both kinds', async () => {
    const ids = await reports(DELETIONS_ALONE_MAX + 1)
    const mod = await person()
    await remove(ids.slice(0, 18), mod)
    for (const id of ids.slice(18, 20)) await client.deleteReport({ id }, mod)
    const last = ids.at(-1)!
    expect(await refusalOf(client.deleteReport({ id: last }, mod))).toBe(SECOND)
    expect(await refusalOf(remove([last], mod))).toBe(SECOND)
    expect(await refusalOf(client.deleteReport({ id: last }, await person(1)))).toBe('not refused')
  })

  test('limits concurrent calls on several pods', async () => {
    const ids = await reports(40)
    const mod = await person()
    const other = (await moderation.pod()).client
    const outcomes = await Promise.allSettled(
      ids.map((id, at) => (at % 2 ? client : other).deleteReport({ id }, { ...mod, requestId: newId() })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(DELETIONS_ALONE_MAX)
  })

  test('allows the same number again after an hour', async () => {
    const ids = await reports(DELETIONS_ALONE_MAX + 1)
    const mod = await person()
    await remove(ids.slice(1), mod)
    expect(await refusalOf(remove([ids[0]!], mod))).toBe(SECOND)
    const earlier = `UPDATE reports SET hidden_at = hidden_at - $2 * interval '1 ms' WHERE hidden_by_id = $1`
    await moderation.database.query(earlier, [nextPerson, DELETIONS_ALONE_MS])
    expect(await remove([ids[0]!], mod)).toEqual({ changed: 1 })
  })
})

describe('deleting with approval', () => {
  test('deletes many reports once, and records request, approval and each deletion', async () => {
    const ids = await reports(25)
    const [mod, second] = [await person(), await person(1)]
    const asked = await ask(ids, mod)
    expect(asked).toMatchObject({ action: 'reports.delete', askedBy: `mod${nextPerson}`, approvedBy: '' })
    expect(await refusalOf(remove(ids, mod))).toBe(SECOND)
    await approve(asked.id, second)
    expect(await remove([...ids].reverse(), mod)).toEqual({ changed: 25 })
    const entries = await moderation.audited(27)
    expect(entries.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 25 }, () => 'reports.bulk'),
      'reports.approval-approve',
      'reports.approval-ask',
    ])
    expect(JSON.parse(entries[0]!.details)).toMatchObject({ approval: asked.id, approved_by: `mod${nextPerson + 1}` })

    await moderation.database.query('UPDATE reports SET hidden_at = NULL WHERE id = ANY($1)', [ids])
    expect(await refusalOf(remove(ids, mod))).toBe(SECOND)
    expect(await refusalOf(approve(asked.id, second))).toBe('APPROVAL_NOT_FOUND')
  })

  test('deletes nothing that changed after it was asked for, until someone approves it again', async () => {
    const ids = await reports(21)
    const [mod, second] = [await person(), await person(1)]
    const seenOf = ({ params }: { params: string }) => {
      const asked = JSON.parse(params) as { ids: number[]; versions: number[] }
      return { versions: asked.ids.map((id, at) => ({ id, version: asked.versions[at]! })) }
    }
    const carryOut = (seen?: ReturnType<typeof seenOf>) =>
      client.changeReports({ ids, op: 'delete', status: '', seen }, mod)
    const asked = await ask(ids, mod)
    await approve(asked.id, second)
    await moderation.database.query("UPDATE reports SET reason = 'A threat.' WHERE id = $1", [ids[0]])
    expect(await carryOut(seenOf(asked))).toMatchObject({ changed: 0, changedMeanwhile: { reports: [{ id: ids[0] }] } })
    expect(await refusalOf(carryOut())).toBe(SECOND)

    const again = await ask(ids, mod)
    expect(again).toMatchObject({ approvedBy: '' })
    await approve(again.id, second)
    expect(await carryOut(seenOf(again))).toMatchObject({ changed: 21 })
  })

  test('accepts an approval that the former release was asked for', async () => {
    const ids = await reports(21)
    const mod = await person()
    const by = {
      ...{ id: nextPerson, name: 'mod', nowMs: moderation.clock.now() },
      independence: { makers: [], controllers: [], changedAtMs: 0 },
    }
    const { approval } = await inTransaction(moderation.database, (tx) =>
      approvals.ask(tx, unversionedDeletionTerms(ids), by, { reason: 'A wave of spam.' }),
    )
    await approve(approval.id, await person(1))
    expect(await remove(ids, mod)).toEqual({ changed: 21 })
  })

  test('does not count as deleting alone', async () => {
    const [many, few] = [await reports(25), await reports(DELETIONS_ALONE_MAX)]
    const mod = await person()
    await approve((await ask(many, mod)).id, await person(1))
    await remove(many, mod)
    expect(await remove(few, mod)).toEqual({ changed: DELETIONS_ALONE_MAX })
  })

  test("rejects approving one's own request, and approves only these reports", async () => {
    const [ids, others] = [await reports(22), await reports(22)]
    const [mod, second] = [await person(), await person(1)]
    const asked = await ask(ids, mod)
    expect(await refusalOf(approve(asked.id, mod))).toBe('NOT_ALLOWED')
    await approve(asked.id, second)
    expect(await refusalOf(remove(others, mod))).toBe(SECOND)
    expect(await refusalOf(remove([...ids, others[0]!], mod))).toBe(SECOND)
    expect(await refusalOf(remove(ids, second))).toBe(SECOND)
    expect(await refusalOf(remove(ids, mod))).toBe('not refused')
  })

  test('hides requests about grave reports from administrators without access to them', async () => {
    const ids = [...(await reports(21)), ...(await reports(1, 'possible_minor'))]
    const mod = await person(0, 'reports.grave')
    const asked = await ask(ids, mod)
    const blind = await person(1)
    const { approvals } = await client.listReportApprovals({}, blind)
    expect(approvals.map(({ id }) => id)).not.toContain(asked.id)
    expect(await refusalOf(approve(asked.id, blind))).toBe('APPROVAL_NOT_FOUND')
    const sees = await person(2, 'reports.grave')
    expect((await client.listReportApprovals({}, sees)).approvals[0]).toMatchObject({ id: asked.id })
    await approve(asked.id, sees)
    expect(await remove(ids, mod)).toEqual({ changed: 22 })
  })

  test('is not approved by an account that the requester has created', async () => {
    const ids = await reports(21)
    const { id } = await ask(ids, await person())
    const puppet = await moderation.administratorMadeBy([nextPerson], nextPerson + 1, ...DELETES)
    expect(await refusalOf(approve(id, puppet))).toBe('APPROVER_NOT_INDEPENDENT')
    expect(await refusalOf(remove(ids, await person()))).toBe(SECOND)
  })

  test('does not cover a report that became grave after the approval', async () => {
    const ids = await reports(21)
    const mod = await person(0, 'reports.grave')
    await approve((await ask(ids, mod)).id, await person(1))
    await moderation.database.query("UPDATE reports SET category = 'possible_minor' WHERE id = $1", [ids[0]])
    expect(await refusalOf(remove(ids, mod))).toBe(SECOND)
    expect(await there(ids[0]!)).toBe(true)
  })

  test('requires a reason and reports', async () => {
    const mod = await person()
    for (const [ids, reason] of [
      [[], 'r'],
      [[0], 'r'],
      [[1], ' '],
      [[1], 'x'.repeat(501)],
    ] as const) {
      expect(await refusalOf(client.askForReportDeletion({ ids: [...ids], reason }, mod))).toBe('INVALID_FIELD')
    }
    expect(await refusalOf(approve('not one', mod))).toBe('APPROVAL_NOT_FOUND')
  })
})

describe('a deleted report', () => {
  const deleted = async (context: { principal: string }) =>
    (await client.listDeletedReports({ page: 1, pageSize: 200 }, context)).reports

  test('is listed with who deleted it, and restored by another administrator, both on record', async () => {
    const [id] = await reports(1)
    const [mod, other] = [await person(), await person(1)]
    await moderation.database.query("UPDATE reports SET notes = 'seen' WHERE id = $1", [id])
    await client.deleteReport({ id: id! }, mod)
    const [first] = await deleted(other)
    expect(first).toMatchObject({
      report: { id, notes: 'seen' },
      deletedById: nextPerson,
      deletedBy: `mod${nextPerson}`,
    })
    expect(first!.eraseAfterMs).toBeGreaterThan(first!.deletedAtMs)
    const newest = async (action: string) =>
      (await moderation.audited(500)).filter((entry) => entry.action === action)[0]
    expect(await newest('reports.deleted')).toMatchObject({ actor: `mod${nextPerson + 1}` })

    expect(await refusalOf(client.restoreReport({ id: id! }, mod))).toBe(SECOND)
    expect(await client.restoreReport({ id: id! }, other)).toMatchObject({ id, notes: 'seen', status: 'pending' })
    const entry = await newest('reports.restore')
    expect(entry).toMatchObject({ subjectId: String(id), actor: `mod${nextPerson + 1}` })
    expect(JSON.parse(entry!.details)).toMatchObject({ deleted_by: `mod${nextPerson}` })
    expect(await there(id!)).toBe(true)
    // A call that is repeated on its way gets the same answer.
    expect(await client.restoreReport({ id: id! }, other)).toMatchObject({ id })
    expect((await deleted(other)).map(({ report }) => report?.id)).not.toContain(id)
  })

  test('is neither listed nor restored without permission for grave reports', async () => {
    const [id] = await reports(1, 'possible_minor')
    await client.deleteReport({ id: id! }, await person(0, 'reports.grave'))
    const blind = await person(1)
    expect((await deleted(blind)).map(({ report }) => report?.id)).not.toContain(id)
    expect(await refusalOf(client.restoreReport({ id: id! }, blind))).toBe('REPORT_NOT_FOUND')
    const sees = await person(2, 'reports.grave')
    expect((await deleted(sees)).map(({ report }) => report?.id)).toContain(id)
    expect(await client.restoreReport({ id: id! }, sees)).toMatchObject({ id })
  })

  test('requires reports.delete', async () => {
    const reader = await moderation.administrator(1, 'reports.read', 'reports.decide')
    expect(await refusalOf(deleted(reader))).toBe('NOT_ALLOWED')
    expect(await refusalOf(client.restoreReport({ id: 1 }, reader))).toBe('NOT_ALLOWED')
    expect(await refusalOf(client.listReportApprovals({}, reader))).toBe('NOT_ALLOWED')
  })

  test('is not found with an unknown id, and pages are validated', async () => {
    const mod = await person()
    expect(await refusalOf(client.restoreReport({ id: 999_999_998 }, mod))).toBe('REPORT_NOT_FOUND')
    for (const request of [
      { page: 0, pageSize: 25 },
      { page: 1, pageSize: 7 },
    ]) {
      expect(await refusalOf(client.listDeletedReports(request, mod))).toBe('INVALID_FIELD')
    }
  })
})

test('the approvals loop prunes those used a month ago, and keeps newer ones', async () => {
  const [old, newer] = [newId(), newId()]
  const insert = (id: string, usedAgoMs: number) =>
    moderation.database.query(
      `INSERT INTO approvals (id, action, params, params_hash, reason, restricted, asked_by_id, asked_by, asked_at, until, used_at)
       VALUES ($1, 'reports.delete', '{}', 'h', 'r', false, 1, 'ann', $2, $2, $2)`,
      [id, new Date(moderation.clock.now() - usedAgoMs)],
    )
  await insert(old, APPROVAL_KEPT_MS)
  await insert(newer, APPROVAL_KEPT_MS - 3_600_000)
  await moderation.pod()
  await eventually(async () => {
    const { rows } = await moderation.database.query<{ id: string }>('SELECT id FROM approvals WHERE id = ANY($1)', [
      [old, newer],
    ])
    expect(rows).toEqual([{ id: newer }])
  })
})
