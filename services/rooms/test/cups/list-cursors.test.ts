import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, type Place } from '@kla/chassis'
import { isolatedSchema, quietLogger, walkList } from '@kla/testkit'
import fc from 'fast-check'
import { tieCursor } from '../../src/cups/cursors.js'
import { createCupLists, createTieList, type TieFilter } from '../../src/cups/list-store.js'
import type { Page } from '../../src/cups/rules/fields.js'

const CUPS = 200
const RUNS = { numRuns: 2 }

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database

/** Cups of a few moments, microseconds apart, with two ties each. */
async function addCups(count: number): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO cups SELECT gen_random_uuid(), 'Cup', 'rush', 'default', 64, 2, now(), now(), 'open', 0, '',
       timestamptz '2026-01-01' + (random() * 3)::int * interval '1 second' + n % 7 * interval '1 microsecond', NULL, NULL,
       1, '{}'
     FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count],
  )
  await database.query(
    `INSERT INTO cup_ties SELECT c.id, '1-' || n, (ARRAY['called', 'running', 'disputed', 'over'])[1 + (random() * 3)::int],
       c.created_at, '{}', '{}', '{}', false
     FROM cups AS c, generate_series(1, 2) AS n WHERE c.id = ANY ($1)`,
    [rows.map(({ id }) => id)],
  )
}

beforeAll(async () => {
  tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'rooms')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
  await addCups(CUPS)
}, 60_000)
afterAll(async () => {
  await database.end()
  await tables.drop()
})

type Read = (page: Page) => Promise<{ readonly ids: readonly string[]; readonly next: Place | undefined }>

/** Walks pages of any size and expects every row that was there before, once and in order. */
const expectWholeWalk = (read: Read, change: () => Promise<unknown> = () => Promise.resolve()) =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 17, max: 90 }), async (limit) => {
      const before = (await read({ limit: 5_000, offset: 0 })).ids
      const walked = await walkList<string, Place>(
        (after) => read({ limit, offset: 0, ...(after && { after }) }),
        async () => {
          await addCups(3)
          await change()
        },
      )
      const known = new Set(before)
      expect(walked.filter((id) => known.has(id))).toEqual(before)
      expect(new Set(walked).size).toBe(walked.length)
    }),
    RUNS,
  )

describe('createCupLists', () => {
  test('walks all cups while others are created', () =>
    expectWholeWalk(async (page) => {
      const { cups, next } = await createCupLists(database).all(page)
      return { ids: cups.map(({ id }) => id), next }
    }))
})

/** Verdicts, restarts and results: each changes the place that a list by the last change would have. */
const changeTies = (stateful: boolean) =>
  database.query(
    `UPDATE cup_ties SET changed_at = now() ${stateful ? ", listed = (ARRAY['called', 'running', 'disputed', 'over'])[1 + (random() * 3)::int]" : ''}
     WHERE random() < 0.3`,
  )

describe('createTieList', () => {
  test('walks all ties while they change, each once', () =>
    expectWholeWalk(
      async (page) => {
        const { ties, next } = await createTieList(database).page('all', page)
        return { ids: ties.map(({ cupId, tieId }) => `${cupId} ${tieId}`), next }
      },
      () => changeTies(true),
    ))

  test.each<TieFilter>(['all', 'running', 'disputed'])('walks the ties of %s while some change', (filter) =>
    expectWholeWalk(
      async (page) => {
        const { ties, next } = await createTieList(database).page(filter, page)
        // As the call does it: what does not fit into a cursor would end the walk.
        const cursor = tieCursor(filter)
        const place = next && cursor.read(cursor.write(next))
        if (place && 'refused' in place) throw new Error('unreadable cursor')
        return { ids: ties.map(({ cupId, tieId }) => `${cupId} ${tieId}`), next: place }
      },
      () => changeTies(false),
    ),
  )
})
