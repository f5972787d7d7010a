import { setTimeout as sleep } from 'node:timers/promises'
import { nextEvent } from '../../bots/index.js'
import { difference, dividedBy, type Numbers } from '../../measure/numbers.js'
import type { UnitsDeps, SeatedPair } from '../measure.js'
import { forAll, playQuickly } from '../players.js'

const FEW = 1
const MANY = 5
/** Spreads the starts. */
const APART_MS = 100
/** On a busy machine a player may miss something; a run in which many do is discarded. */
const MAY_FAIL = 0.2

/** The cost of a battle without its rounds, and of a round. Returns the pairs that may play on. */
export async function battles({ measure }: UnitsDeps, pairs: readonly SeatedPair[]): Promise<readonly SeatedPair[]> {
  let able = pairs
  const played = (rounds: number): Promise<Numbers> =>
    measure.work(`battle of ${rounds} rounds`, async () => {
      able = await thoseWhoPlay(able, (pair) => playQuickly(pair, { rounds, votes: 'both' }))
      return able.length
    })
  const few = await played(FEW)
  const round = dividedBy(difference(await played(MANY), few), MANY - FEW)
  measure.note('round', round)
  measure.note('battle beside its rounds', difference(few, round))
  return able
}

/** The cost each second of a phase in which one does not vote. */
export async function waitingBattles({ measure }: UnitsDeps, pairs: readonly SeatedPair[], rest: Numbers): Promise<void> {
  const voting = Promise.all(pairs.map(({ second }) => nextEvent(second.bot.client, 'end-game')))
  const playing = Promise.all(pairs.map((pair) => playQuickly(pair, { rounds: FEW, votes: 'one' })))
  await Promise.race([voting, playing])
  await measure.presence('battle that waits, second', pairs.length, rest)
  await playing
}

/** Resolves to the pairs that succeeded. Rejects if many failed. */
export async function thoseWhoPlay(
  pairs: readonly SeatedPair[],
  work: (pair: SeatedPair) => Promise<void>,
): Promise<readonly SeatedPair[]> {
  const settled = await Promise.allSettled(
    pairs.map(async (pair, at) => {
      await sleep(at * APART_MS)
      await work(pair)
    }),
  )
  const failed = settled.filter((result) => result.status === 'rejected')
  if (failed[0] && failed.length > pairs.length * MAY_FAIL) throw failed[0].reason
  return pairs.filter((_, at) => settled[at]?.status === 'fulfilled')
}

/** The connection's burst. */
const LINES = 30

export const chat = ({ measure }: UnitsDeps, where: 'one gateway' | 'two gateways', pairs: readonly SeatedPair[]) =>
  measure.work(`chat line, ${where}`, async () => {
    const players = pairs.flatMap(({ roomId, first, second }) => [first, second].map(({ bot }) => ({ roomId, bot })))
    await forAll(players, async ({ roomId, bot }) => {
      for (let line = 0; line < LINES; line++) await bot.say(roomId)
    })
    return players.length * LINES
  })
