import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { APPROVAL_REASON_MAX, BAN_REASON_MAX, type ReportCategory, STEP_UP_MS } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
})
afterAll(() => moderation.close())

const owner = () => moderation.may('holds.manage')
const place = async (kind: string, id: number, reason = 'a court asks', context = owner()) =>
  moderation.client.placeHold({ kind, id, reason }, await context)
const release = async (kind: string, id: number, context = owner()) =>
  moderation.client.releaseHold({ kind, id }, await context)

async function insertReport(category: ReportCategory = 'spam'): Promise<number> {
  const { rows } = await moderation.database.query<{ id: number }>(
    `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason, hidden_at)
     SELECT coalesce(max(id), 100000000) + 1, now(), 1, 2, $1, '', now() FROM reports RETURNING id`,
    [category],
  )
  return rows[0]?.id ?? 0
}
async function insertBan(): Promise<number> {
  const { rows } = await moderation.database.query<{ id: number }>(
    `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by)
     VALUES (1, 'chat', '', '', '', now(), 1, 'mod') RETURNING id`,
  )
  return rows[0]?.id ?? 0
}
const isHeld = async (kind: string, id: number): Promise<boolean | undefined> =>
  (await moderation.database.query<{ held: boolean }>(`SELECT held FROM ${kind}s WHERE id = $1`, [id])).rows[0]?.held
const entries = async (kind: string, id: number) =>
  (
    await moderation.database.query<{ action: string; actor: string; restricted: boolean; details: string }>(
      `SELECT action, actor, restricted, details FROM audit_log
       WHERE subject_kind = $1 AND subject_id = $2 ORDER BY seq`,
      [kind, String(id)],
    )
  ).rows

describe.each([
  ['report', insertReport],
  ['ban', insertBan],
])('holds on a %s', (kind, insert) => {
  test('are placed and released idempotently, and recorded', async () => {
    const id = await insert()
    await place(kind, id, '  a court asks ')
    await place(kind, id, 'another reason')
    expect(await isHeld(kind, id)).toBe(true)
    const placed = 'SELECT reason, placed_by FROM holds WHERE kind = $1 AND id = $2'
    expect((await moderation.database.query(placed, [kind, id])).rows).toEqual([
      { reason: 'a court asks', placed_by: 'mod' },
    ])

    await release(kind, id)
    await release(kind, id)
    expect(await isHeld(kind, id)).toBe(false)
    const entry = { actor: 'mod', restricted: false, details: '{}' }
    expect(await entries(kind, id)).toEqual([
      { ...entry, action: 'holds.place' },
      { ...entry, action: 'holds.release' },
    ])
    expect((await moderation.database.query(placed, [kind, id])).rows).toEqual([])
  })

  test('are one under concurrent placements', async () => {
    const id = await insert()
    await Promise.all(Array.from({ length: 8 }, () => place(kind, id)))
    expect(await entries(kind, id)).toHaveLength(1)
  })

  test('require an existing subject', async () => {
    expect(await refusalOf(place(kind, 999_999))).toBe(`${kind.toUpperCase()}_NOT_FOUND`)
    await release(kind, 999_999)
    expect(await entries(kind, 999_999)).toEqual([])
  })

  test.each([
    ['no reason', '   '],
    ['too long a reason', 'x'.repeat(BAN_REASON_MAX + 1)],
  ])('reject %s', async (_, reason) => {
    const id = await insert()
    expect(await refusalOf(place(kind, id, reason))).toBe('INVALID_FIELD')
    expect(await isHeld(kind, id)).toBe(false)
  })
})

describe('a hold on a grave report', () => {
  const SECOND = 'SECOND_PERSON_REQUIRED'
  const holder = (id: number) => moderation.administrator(id, 'holds.manage', 'reports.grave')
  const ask = async (id: number, by = holder(1), kind = 'report') =>
    moderation.client.askForHoldRelease({ kind, id, reason: 'The case is closed.' }, await by)
  const approve = async (id: string, by = holder(2)) => moderation.client.approveHoldRelease({ id }, await by)
  const listed = async (by: ReturnType<typeof holder>) =>
    (await moderation.client.listHoldApprovals({}, await by)).approvals.map(({ id }) => id)
  const heldReport = async () => {
    const id = await insertReport('possible_minor')
    await place('report', id, 'evidence', holder(1))
    return id
  }

  test('requires permission to see it', async () => {
    const id = await heldReport()
    expect(await refusalOf(place('report', id))).toBe('REPORT_NOT_FOUND')
    await release('report', id)
    expect(await isHeld('report', id)).toBe(true)
    expect(await refusalOf(ask(id, owner()))).toBe('REPORT_NOT_FOUND')
    const asked = await ask(id)
    expect(await listed(owner())).not.toContain(asked.id)
    expect(await refusalOf(approve(asked.id, moderation.administrator(2, 'holds.manage')))).toBe('APPROVAL_NOT_FOUND')
    expect(await listed(holder(2))).toContain(asked.id)
  })

  test('is released by two people, both on record', async () => {
    const id = await heldReport()
    expect(await refusalOf(release('report', id, holder(1)))).toBe(SECOND)
    const asked = await ask(id)
    expect(asked).toMatchObject({ action: 'holds.release', askedBy: 'mod1', reason: 'The case is closed.' })
    expect((await ask(id)).id).toBe(asked.id)
    expect(await refusalOf(approve(asked.id, holder(1)))).toBe('NOT_ALLOWED')
    const puppet = moderation.administratorMadeBy([1], 3, 'holds.manage', 'reports.grave')
    expect(await refusalOf(approve(asked.id, puppet))).toBe('APPROVER_NOT_INDEPENDENT')
    expect(await refusalOf(approve(asked.id, moderation.provedAgo(STEP_UP_MS, 'holds.manage', 'reports.grave')))).toBe(
      'STEP_UP_REQUIRED',
    )
    expect(await refusalOf(release('report', id, holder(1)))).toBe(SECOND)
    expect(await isHeld('report', id)).toBe(true)

    await approve(asked.id)
    expect(await refusalOf(release('report', id, holder(2)))).toBe(SECOND)
    await release('report', id, holder(1))
    expect(await isHeld('report', id)).toBe(false)
    const recorded = await entries('report', id)
    expect(recorded).toMatchObject(
      ['holds.place', 'holds.approval-ask', 'holds.approval-approve', 'holds.release'].map((action) => ({
        action,
        restricted: true,
      })),
    )
    expect(JSON.parse(recorded.at(-1)!.details)).toEqual({ approval: asked.id, approved_by: 'mod2' })
  })

  test('needs another approval once it is placed anew', async () => {
    const id = await heldReport()
    await approve((await ask(id)).id)
    await approve((await ask(id, holder(4))).id)
    await release('report', id, holder(4))
    moderation.clock.aheadMs += 1_000
    await place('report', id, 'a court asks', holder(4))
    expect(await refusalOf(release('report', id, holder(1)))).toBe(SECOND)
  })

  test('takes two people whatever category the report has since', async () => {
    const id = await heldReport()
    await moderation.database.query("UPDATE reports SET category = 'spam' WHERE id = $1", [id])
    expect(await refusalOf(release('report', id, holder(1)))).toBe(SECOND)
    await approve((await ask(id)).id, moderation.administrator(2, 'holds.manage'))
    await release('report', id, holder(1))
    expect(await isHeld('report', id)).toBe(false)
  })

  test('is the only one that is asked for', async () => {
    const spam = await insertReport()
    await place('report', spam)
    expect(await refusalOf(ask(spam))).toBe('INVALID_FIELD')
    expect(await refusalOf(ask(await insertReport('possible_minor')))).toBe('INVALID_FIELD')
    expect(await refusalOf(ask(await insertBan(), holder(1), 'ban'))).toBe('INVALID_FIELD')
    expect(await refusalOf(ask(999_999, holder(1), 'ban'))).toBe('BAN_NOT_FOUND')
    const id = await heldReport()
    for (const reason of [' ', 'x'.repeat(APPROVAL_REASON_MAX + 1)]) {
      const request = { kind: 'report', id, reason }
      expect(await refusalOf(moderation.client.askForHoldRelease(request, await holder(1)))).toBe('INVALID_FIELD')
    }
  })

  test('counts at the desk of those who may approve its release', async () => {
    const waiting = async (by: ReturnType<typeof holder>) => (await moderation.desk.getDesk({}, await by)).approvals
    const may = (id: number) => moderation.administrator(id, 'reports.read', 'holds.manage', 'reports.grave')
    const before = [await waiting(may(1)), await waiting(may(2))]
    await ask(await heldReport())
    expect([await waiting(may(1)), await waiting(may(2))]).toEqual([before[0], before[1]! + 1])
  })
})

test.each([
  ['gif', 1],
  ['', 1],
  ['report; DROP TABLE reports', 1],
  ['report', 0],
  ['report', -1],
])('PlaceHold rejects %j %d', async (kind, id) => {
  expect(await refusalOf(place(kind, id))).toBe('INVALID_FIELD')
  expect(await refusalOf(release(kind, id))).toBe('INVALID_FIELD')
})

test('holds require holds.manage', async () => {
  const id = await insertReport()
  expect(await refusalOf(place('report', id, 'why', moderation.may('reports.delete')))).toBe('NOT_ALLOWED')
  expect(await refusalOf(release('report', id, moderation.may('reports.delete')))).toBe('NOT_ALLOWED')
  expect(await refusalOf(place('report', id, 'why', moderation.as(1)))).toBe('NOT_ALLOWED')
  expect(await refusalOf(moderation.client.placeHold({ kind: 'report', id, reason: 'why' }))).toBe('NOT_SIGNED_IN')
})
