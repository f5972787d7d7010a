import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { BAN_REASON_MAX, type ReportCategory } from '@kla/proto/web'
import { createModeration, type Moderation, refusal } from '../support/moderation.js'

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
})
afterAll(() => moderation.close())

const owner = () => moderation.may('holds.manage')
const guardian = () => moderation.may('holds.manage', 'reports.grave')
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
    await moderation.database.query(
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
    expect(await refusal(place(kind, 999_999))).toBe(`${kind.toUpperCase()}_NOT_FOUND`)
    await release(kind, 999_999)
    expect(await entries(kind, 999_999)).toEqual([])
  })

  test.each([
    ['no reason', '   '],
    ['too long a reason', 'x'.repeat(BAN_REASON_MAX + 1)],
  ])('reject %s', async (_, reason) => {
    const id = await insert()
    expect(await refusal(place(kind, id, reason))).toBe('INVALID_FIELD')
    expect(await isHeld(kind, id)).toBe(false)
  })
})

test('a hold on a grave report requires permission to see it', async () => {
  const id = await insertReport('possible_minor')
  expect(await refusal(place('report', id))).toBe('REPORT_NOT_FOUND')
  await place('report', id, 'evidence', guardian())
  await release('report', id)
  expect(await isHeld('report', id)).toBe(true)
  await release('report', id, guardian())
  expect(await isHeld('report', id)).toBe(false)
  expect(await entries('report', id)).toEqual([
    expect.objectContaining({ action: 'holds.place', restricted: true }),
    expect.objectContaining({ action: 'holds.release', restricted: true }),
  ])
})

test.each([
  ['gif', 1],
  ['', 1],
  ['report; DROP TABLE reports', 1],
  ['report', 0],
  ['report', -1],
])('PlaceHold rejects %j %d', async (kind, id) => {
  expect(await refusal(place(kind, id))).toBe('INVALID_FIELD')
  expect(await refusal(release(kind, id))).toBe('INVALID_FIELD')
})

test('holds require holds.manage', async () => {
  const id = await insertReport()
  expect(await refusal(place('report', id, 'why', moderation.may('reports.delete')))).toBe('NOT_ALLOWED')
  expect(await refusal(release('report', id, moderation.may('reports.delete')))).toBe('NOT_ALLOWED')
  expect(await refusal(place('report', id, 'why', moderation.as(1)))).toBe('NOT_ALLOWED')
  expect(await refusal(moderation.client.placeHold({ kind: 'report', id, reason: 'why' }))).toBe('NOT_SIGNED_IN')
})
