import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, newId } from '@kla/chassis'
import { BattleFinished, EndReason, messageOf, subjects } from '@kla/proto'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { rateBattles } from '../../src/matchmaking/index.js'
import { createRatingStore, type RatingStore } from '../../src/matchmaking/rating-store.js'
import { newAccount } from '../platform.js'
import { createLocalBus } from './world/local-bus.js'

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let ratings: RatingStore

beforeAll(async () => {
  tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'ratings')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
  ratings = createRatingStore(database)
})
afterAll(async () => {
  await database.end()
  await tables.drop()
})

const both = (one: number, other: number): Promise<number[]> => Promise.all([ratings.of(one), ratings.of(other)])

describe('a battle', () => {
  test('changes both ratings once when it is recorded repeatedly and concurrently', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    expect(await both(ada, bob)).toEqual([1_500, 1_500])
    const battle = { battleId: newId(), winnerId: ada, loserId: bob }
    await Promise.all(Array.from({ length: 8 }, () => ratings.record(battle)))
    await ratings.record(battle)
    expect(await both(ada, bob)).toEqual([1_516, 1_484])
  })

  test('does not deadlock with one of the same players in reverse order', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        ratings.record(
          at % 2
            ? { battleId: newId(), winnerId: ada, loserId: bob }
            : { battleId: newId(), winnerId: bob, loserId: ada },
        ),
      ),
    )
    const [adas = 0, bobs = 0] = await both(ada, bob)
    expect(adas + bobs).toBeCloseTo(3_000)
    const { rows } = await database.query('SELECT battles FROM ratings WHERE account_id = $1', [ada])
    expect(rows).toEqual([{ battles: 20 }])
  })
})

test('rates only battles that counted and had a winner', async () => {
  const [ada, bob] = [newAccount(), newAccount()]
  const events: ((data: Uint8Array) => Promise<void>)[] = []
  const bus = createLocalBus().bus().bus
  await rateBattles(
    {
      ...bus,
      consumeEvents: async ({ subject }, handler) => {
        expect(subject).toBe(subjects.eventBattleFinished)
        events.push((data) => handler({ subject, data }, Date.now()))
        return { close: async () => undefined }
      },
    },
    'ratings',
    ratings,
  )
  const deliver = async (fields: Partial<BattleFinished>): Promise<void> => {
    const event = messageOf(BattleFinished, { battleId: newId(), players: [ada, bob], counted: true, ...fields })
    for (const receive of events) await receive(BattleFinished.encode(event).finish())
  }
  await deliver({ winnerId: 0 })
  await deliver({ winnerId: ada, counted: false })
  await deliver({ winnerId: 0, counted: false, reason: EndReason.SAFETY, leftBy: bob })
  await deliver({ winnerId: newAccount() })
  expect(await both(ada, bob)).toEqual([1_500, 1_500])
  await deliver({ winnerId: bob })
  expect(await both(ada, bob)).toEqual([1_484, 1_516])
})
