import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inTransaction, newId } from '@kla/chassis'
import { appendAudit } from '../../src/audit/log-store.js'
import { FIRST_SEQ } from '../../src/audit/rules/chain.js'
import { anEntry } from '../support/audit-entries.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

let tables: AuditTables
beforeAll(async () => {
  tables = await createAuditTables()
})
afterAll(() => tables.close())

const count = async (where = 'true'): Promise<number> => {
  const { rows } = await tables.database.query<{ count: number }>(`SELECT count(*) FROM audit_log WHERE ${where}`)
  return rows[0]?.count ?? 0
}

test('appendAudit leaves two chains without gaps under concurrent appends from two pools', async () => {
  const pools = [tables.pool(8), tables.pool(8)]
  const appends = Array.from({ length: 200 }, async (_, at) => {
    const entries = [0, 1, 2].map((part) => anEntry({ subjectId: `${at}.${part}`, restricted: at % 5 === part }))
    const work = inTransaction(pools[at % 2] as (typeof pools)[0], async (tx) => {
      await appendAudit(tx, entries)
      if (at % 7 === 0) throw new Error('the change was rolled back')
    })
    // Whoever waits too long for its turn has not happened either: what counts is what was said to be stored.
    return work.then(
      () => entries.length,
      () => 0,
    )
  })
  const stored = (await Promise.all(appends)).reduce((sum, entries) => sum + entries, 0)
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThanOrEqual((200 - Math.ceil(200 / 7)) * 3)
  expect(await count()).toBe(stored)
  for (const chain of ['open', 'restricted'] as const) {
    const { checked, done, fault, last } = await tables.verify({ chain })
    expect({ done, fault }).toEqual({ done: true, fault: undefined })
    expect(checked).toBe(await count(chain === 'open' ? 'NOT restricted' : 'restricted'))
    expect(last.seq).toBe(FIRST_SEQ[chain] + checked - 1)
  }
})

test('appendAudit writes an event once under concurrent appends', async () => {
  const [one, other] = [newId(), newId()]
  await tables.append(anEntry({ eventId: one }), anEntry({ eventId: one }))
  const again = Array.from({ length: 10 }, () => tables.append(anEntry({ eventId: other }), anEntry({ eventId: one })))
  await Promise.all(again)
  expect(await count(`event_id IN ('${one}', '${other}')`)).toBe(2)
  expect((await tables.verify({ chain: 'open' })).fault).toBeUndefined()
})

test('appendAudit replaces what PostgreSQL cannot store, and the chain stays verifiable', async () => {
  const details = JSON.stringify('\0\ud83d')
  await tables.append(anEntry({ actor: 'zero\0', requestId: 'half a character \ud83d', details }))
  expect((await tables.verify({ chain: 'open' })).fault).toBeUndefined()
  const { rows } = await tables.database.query(
    'SELECT actor, request_id FROM audit_log WHERE NOT restricted ORDER BY seq DESC LIMIT 1',
  )
  expect(rows).toEqual([{ actor: 'zero\uFFFD', request_id: 'half a character \uFFFD' }])
})

test('createVerifyChain continues after the previous part and checks nothing beyond the end', async () => {
  const { last } = await tables.verify({ chain: 'open' })
  const first = await tables.verify({ chain: 'open', limit: 100 })
  expect(first).toMatchObject({ checked: 100, done: false, last: { seq: 100 } })
  const rest = await tables.verify({ chain: 'open', fromSeq: 101 })
  expect(rest).toEqual({ checked: last.seq - 100, done: true, last })
  expect(await tables.verify({ chain: 'open', fromSeq: last.seq + 1 })).toEqual({ checked: 0, done: true, last })
  expect(await tables.verify({ chain: 'open', fromSeq: last.seq + 2 })).toEqual({ checked: 0, done: true, last })

  await tables.tamper('DELETE FROM audit_log WHERE seq = 100')
  const behindGap = await tables.verify({ chain: 'open', fromSeq: 101 })
  expect(behindGap).toMatchObject({ checked: 0, done: true, fault: { seq: 100, kind: 'missing' } })
})
