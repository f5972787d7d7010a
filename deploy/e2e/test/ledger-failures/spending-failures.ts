import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createSpender, partPair, type Seat, type SignedInPair, type Spender } from '@kla/bots'
import { eventually, sized } from '@kla/testkit'
import {
  accountIdOf,
  buy,
  killWhile,
  ledgerFaults,
  metricOf,
  playThrough,
  seatTestPair,
  type Shopper,
  shopperOf,
  type ShownWildCards,
  signInAdministrator,
  watchWildCards,
} from '../../src/platform/index.js'
import { platform } from './platform.js'

const PAIRS = sized(2, 4)
const BATTLES = sized(1, 2)
/** Three packs of saves and one of Wild Cards: more than they can spend. */
const BOUGHT = { gif_saves: 30, wild_cards: 25 }
let pairs: SignedInPair[]
let wildCards: ShownWildCards
const asking = new EventEmitter()

/** One of two, with what the other one was shown of its spending. */
interface Player {
  readonly shopper: Shopper
  readonly spender: Spender
  readonly wildCardsShown: () => number
}

async function playersOf({ first, second, sessions }: SignedInPair): Promise<Record<Seat, Player>> {
  const administrator = await signInAdministrator(platform)
  const accounts = {
    first: await accountIdOf(administrator, sessions.first.id),
    second: await accountIdOf(administrator, sessions.second.id),
  }
  const player = (seat: Seat, bot: typeof first, other: Seat): Player => ({
    shopper: shopperOf(sessions[seat]),
    spender: createSpender({
      client: bot.client,
      random: Math.random,
      wildCardShare: 0.7,
      dropShare: 0.15,
      onAsk: () => asking.emit('asked'),
    }),
    wildCardsShown: () => wildCards.shownTo(accounts[other]),
  })
  return { first: player('first', first, 'second'), second: player('second', second, 'first') }
}

/** Of how many items each process believes that commerce does not know what became of them. */
const unsettled = (): Promise<number[]> =>
  Promise.all([
    ...platform.running('library').map((process) => metricOf(process, 'kla_library_saves_unsettled')),
    ...platform.running('game-engine').map((process) => metricOf(process, 'kla_engine_settlements_pending')),
  ])

/** Holds expire at once in the processes that this starts: what is still held is given back, and counted. */
async function nothingIsHeld(): Promise<void> {
  await Promise.all(platform.running('commerce').map((process) => platform.stop(process)))
  const commerce = await platform.start('commerce', { HOLD_EXPIRES_MS: '1', SWEEP_MS: '20' })
  await ledgerFaults(platform)
  expect(await metricOf(commerce, 'kla_commerce_holds_expired_total')).toBe(0)
}

describe('the inventory', () => {
  beforeAll(async () => {
    wildCards = await watchWildCards(platform)
    pairs = await Promise.all(Array.from({ length: PAIRS }, () => seatTestPair(platform)))
  }, 60_000)

  afterAll(async () => {
    await Promise.all((pairs ?? []).map(partPair))
    await wildCards?.close()
  }, 60_000)

  test('counts as spent exactly what was saved and shown, whichever processes die', async () => {
    const seated = await Promise.all(pairs.map(async (pair) => ({ pair, players: await playersOf(pair) })))
    const players = seated.flatMap(({ players: { first, second } }) => [first, second])
    await Promise.all(
      players.map(({ shopper }) =>
        buy(shopper, [
          { item_id: 2, quantity: 3 },
          { item_id: 3, quantity: 1 },
        ]),
      ),
    )
    const playing = seated.map(async ({ pair, players: { first, second } }) => {
      const spenders = { first: first.spender, second: second.spender }
      for (let battle = 0; battle < BATTLES; battle++) {
        await playThrough(pair, { rounds: 3, vote: 'unanimous', idles: [] }, spenders)
      }
    })
    const killed = await killWhile(platform, ['game-engine', 'library', 'commerce'], Promise.all(playing), {
      sparing: ['game-engine'],
      moment: () => once(asking, 'asked'),
    })
    expect(killed).toBeGreaterThanOrEqual(sized(2, 6))
    // Chat lines are not repeated; a lost connection misses some.
    const shown = pairs.flatMap(({ first, second }) => [first, second]).flatMap(({ phases }) => phases.notes)
    expect(shown).toEqual([])

    // Interrupted work is settled by the remaining processes.
    await eventually(async () => {
      for (const { shopper, wildCardsShown } of players) {
        const [counts, saved] = await Promise.all([shopper.counts(), shopper.savedGifs()])
        expect({ spent: BOUGHT.gif_saves - counts.gif_saves }).toEqual({ spent: saved.length })
        expect({ played: BOUGHT.wild_cards - counts.wild_cards }).toEqual({ played: wildCardsShown() })
        expect(new Set(saved.map(({ gif_url }) => gif_url)).size).toBe(saved.length)
      }
      expect(await unsettled()).toEqual([0, 0, 0, 0])
    }, 20_000)
    expect(await ledgerFaults(platform)).toEqual([0, 0])
    await nothingIsHeld()
    const answered = (answer: string): number =>
      players.reduce((sum, { spender }) => sum + (spender.answers.get(answer) ?? 0), 0)
    expect(answered('wild-card-choice: ok')).toBeGreaterThan(0)
    expect(answered('save-gif-choice: ok')).toBeGreaterThan(0)
    expect(answered('save-gif-received: ok')).toBeGreaterThan(0)
  }, 120_000)
})
