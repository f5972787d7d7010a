import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'
import fc from 'fast-check'
import { failingDatabase } from '../support/failing-database.js'
import { expectEntitledItems } from '../support/history-laws.js'
import { itemStep, moneyStep, type Step, World } from '../support/history.js'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { type Client, createShop, type Shop } from '../support/shop.js'

/** How often each call is made. */
const REPEATS = 5
/** As soon as it is clear that something is wrong: each run takes a second. */
const RUNS = { numRuns: 12, endOnFailure: true }
/** The share of statements that break, where a process is to die again and again. */
const BREAKING = 0.08

const anyStep = fc.oneof(moneyStep, itemStep)
const money = fc.array(moneyStep, { minLength: 5, maxLength: 16 })
const history = fc.array(anyStep, { minLength: 10, maxLength: 30 })
const seed = fc.integer({ min: 1, max: 2 ** 31 - 2 })

describe('a random history', () => {
  let shop: Shop
  let other: Client
  let dying: Client
  let random = Math.random
  let broken = 0

  beforeAll(async () => {
    shop = await createShop()
    other = (await shop.pod()).client
    const { url, schema } = shop.tables
    const database = failingDatabase(createDatabase({ url, schema, log: quietLogger() }), () => {
      if (random() >= BREAKING) return undefined
      broken++
      return random() < 0.5 ? 'before' : 'after'
    })
    dying = (await shop.pod({ database })).client
  })
  afterAll(() => expectSoundLedger(shop.database))
  afterAll(() => shop.close())

  /** Every call as often as `REPEATS` says, in any order and all at once, on three processes, of which one is dying. */
  async function tellAtOnce(world: World, steps: readonly Step[]): Promise<void> {
    const calls = steps.map((step) => world.callOf(step)).flatMap((call) => Array.from({ length: REPEATS }, () => call))
    const clients = [shop.client, other, dying]
    const answers = shuffled(calls).map((call, at) => insist(call, clients[at % clients.length] ?? other))
    expect((await Promise.all(answers)).filter((answer) => answer === 'broken')).toEqual([])
  }

  /** One call after the other. */
  async function tellInTurn(world: World, steps: readonly Step[], client: Client): Promise<string[]> {
    const answers: string[] = []
    for (const step of steps) {
      answers.push(`${step.kind}: ${await insist(world.callOf(step), client)}`)
    }
    return answers
  }

  function shuffled<T>(things: readonly T[]): T[] {
    return things
      .map((thing) => ({ thing, at: random() }))
      .sort((one, two) => one.at - two.at)
      .map(({ thing }) => thing)
  }

  test(
    "of everything at once keeps the ledger sound and every player's balance right",
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 3 }), seed, async (batches, from) => {
          random = seeded(from)
          const world = await World.create(shop)
          for (const steps of batches) {
            await tellAtOnce(world, steps)
            await expectSoundLedger(shop.database)
          }
          await expectEntitledItems(shop, world)
        }),
        RUNS,
      ),
    300_000,
  )

  test(
    'of money alone leaves the same balances in any order, five times over and beside the landing page',
    () =>
      fc.assert(
        fc.asyncProperty(money, seed, async (steps, from) => {
          random = seeded(from)
          const [inTurn, atOnce] = [await World.create(shop), await World.create(shop)]
          await tellInTurn(inTurn, steps, shop.client)
          const landing = atOnce.purchases.map((_, order): Step => ({ kind: 'verify', order }))
          await tellAtOnce(atOnce, [...steps, ...landing])
          expect(await atOnce.balances()).toEqual(await inTurn.balances())
          await expectEntitledItems(shop, atOnce)
        }),
        RUNS,
      ),
    300_000,
  )

  test('with repeated process deaths ends like one without', async () => {
    await fc.assert(
      fc.asyncProperty(history, seed, async (steps, from) => {
        random = seeded(from)
        const [whole, mended] = [await World.create(shop), await World.create(shop)]
        const answers = await tellInTurn(whole, steps, shop.client)
        expect(await tellInTurn(mended, steps, dying)).toEqual(answers)
        expect(await mended.balances()).toEqual(await whole.balances())
        await expectEntitledItems(shop, mended)
        await expectSoundLedger(shop.database)
      }),
      RUNS,
    )
    expect(broken).toBeGreaterThan(50)
  }, 300_000)
})

/** Repeats a call until it is answered, as providers and sweeps do. */
async function insist(call: (client: Client) => Promise<unknown>, client: Client): Promise<string> {
  let answer = await answered(call, client)
  for (let tries = 0; answer === 'broken' && tries < 100; tries++) answer = await answered(call, client)
  return answer
}

/** Answered or refused; "broken" when no one can know what has happened. */
async function answered(call: (client: Client) => Promise<unknown>, client: Client): Promise<string> {
  try {
    await call(client)
    return 'done'
  } catch (error) {
    const { reason } = error as { reason?: string }
    return reason === undefined || reason === 'INTERNAL' || reason === 'UNAVAILABLE' ? 'broken' : reason
  }
}

/** Numbers from 0 to 1 that a seed makes the same again (Lehmer, with the multiplier of Park and Miller). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 0x7fffffff
    return state / 0x7fffffff
  }
}
