import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { APPROVAL_KEPT_MS, newId } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import { type Harness, startHarness } from '../harness.js'

let auth: Harness
beforeAll(async () => {
  auth = await startHarness()
})
afterAll(() => auth.close())

const insert = async (usedAgoMs: number): Promise<string> => {
  const id = newId()
  await auth.database.query(
    `INSERT INTO approvals (id, action, params, params_hash, reason, restricted, asked_by_id, asked_by, asked_at, until, used_at)
     VALUES ($1, 'administrators.update', '{}', 'h', 'r', false, 1, 'ann', $2, $2, $2)`,
    [id, new Date(Date.now() - usedAgoMs)],
  )
  return id
}

test('prunes approvals that were used a month ago and keeps newer ones', async () => {
  const [old, newer] = [await insert(APPROVAL_KEPT_MS), await insert(APPROVAL_KEPT_MS - 3_600_000)]
  await auth.pod()
  await eventually(async () => {
    const { rows } = await auth.database.query<{ id: string }>('SELECT id FROM approvals WHERE id = ANY($1)', [
      [old, newer],
    ])
    expect(rows).toEqual([{ id: newer }])
  })
})
