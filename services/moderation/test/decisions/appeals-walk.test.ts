import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { pageOf } from '@kla/chassis'
import { walkList } from '@kla/testkit'
import fc from 'fast-check'
import { appealCursor, readAppealCursor } from '../../src/decisions/rules.js'
import { createDecisionReads } from '../../src/decisions/store.js'
import { createAuditTables } from '../support/audit-tables.js'
import { seedDesk } from '../support/many-jobs.js'

const SEEN = { grave: true }
const RUNS = { numRuns: 6 }

let tables: Awaited<ReturnType<typeof createAuditTables>>
beforeAll(async () => {
  tables = await createAuditTables()
  await seedDesk(tables.database, 1_000)
}, 60_000)
afterAll(() => tables.close())

const reopen = () =>
  tables.database.query(
    `UPDATE appeals SET state = 'open', answer = '', decided_at = NULL, due_at = opened_at + (random() * 9)::int * interval '1 hour'
     WHERE id % 3 > 0`,
  )
/** Answers open appeals. `part` of a thousand. */
const answerSome = (part: number) =>
  tables.database.query(
    `UPDATE appeals SET state = 'upheld', answer = 'a', decided_at = now() WHERE state = 'open' AND random() * 1000 < $1`,
    [part],
  )

const reads = () => createDecisionReads(tables.database)
const idsOf = async (openOnly: boolean): Promise<number[]> =>
  (await reads().appeals({ openOnly, after: undefined }, { ...SEEN, limit: 1_000 })).map(({ appeal }) => appeal.id)

describe('appeals', () => {
  test.each([
    ['all', false],
    ['open', true],
  ])('of the list of %s ones are met once each while others are answered between pages', (_list, openOnly) =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 8 }),
        async (limit, parts) => {
          await reopen()
          const before = await idsOf(openOnly)
          let pages = 0
          const walked = await walkList<number, string>(
            async (cursor) => {
              const after = readAppealCursor(cursor ?? '', openOnly)
              if (typeof after === 'object') throw new Error('unreadable cursor')
              const found = await reads().appeals({ openOnly, after }, { ...SEEN, limit: limit + 1 })
              const { rows, last } = pageOf(found, limit)
              const ids = rows.map(({ appeal }) => appeal.id)
              return { ids, next: last && appealCursor(last.appeal.id, openOnly) }
            },
            () => answerSome(parts[pages++ % parts.length]!),
          )
          const stayed = new Set(await idsOf(openOnly))
          expect(before.length).toBeGreaterThan(50)
          expect(new Set(walked).size).toBe(walked.length)
          expect(walked.filter((id) => stayed.has(id))).toEqual(before.filter((id) => stayed.has(id)))
        },
      ),
      RUNS,
    ),
  )
})
