import { setTimeout as sleep } from 'node:timers/promises'
import { nextEvent } from '../../bots/index.js'
import { difference, dividedBy, type Numbers } from '../../measure/numbers.js'
import type { Ground, SeatedPair } from '../ground.js'
import { forAll, playQuickly } from '../people.js'

const FEW = 1
const MANY = 5
/** Battles do not all begin in the same moment. */
const APART_MS = 100
/** A machine that others use may make somebody miss something; a run in which that happens often is none. */
const MAY_FAIL = 0.2

/** Whole battles: what one costs beside its rounds, what a round costs. Answers the pairs that may play on. */
export async function battles({ measure }: Ground, pairs: readonly SeatedPair[]): Promise<readonly SeatedPair[]> {
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

/** What it takes each second that two sit in a phase, in which one of them does not vote. */
export async function standingBattles({ measure }: Ground, pairs: readonly SeatedPair[], rest: Numbers): Promise<void> {
  const voting = Promise.all(pairs.map(({ second }) => nextEvent(second.bot.client, 'end-game')))
  const playing = Promise.all(pairs.map((pair) => playQuickly(pair, { rounds: FEW, votes: 'one' })))
  await Promise.race([voting, playing])
  await measure.standing('battle that waits, second', pairs.length, rest)
  await playing
}

/** Does it for all pairs, a little apart; answers those for whom it went well. Rejects if it went wrong for many. */
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

/** As many as a connection may say at once. */
const LINES = 30

/** Lines between two on one gateway, or on two. */
export const chat = ({ measure }: Ground, where: 'one gateway' | 'two gateways', pairs: readonly SeatedPair[]) =>
  measure.work(`chat line, ${where}`, async () => {
    const people = pairs.flatMap(({ roomId, first, second }) => [first, second].map(({ bot }) => ({ roomId, bot })))
    await forAll(people, async ({ roomId, bot }) => {
      for (let line = 0; line < LINES; line++) await bot.say(roomId)
    })
    return people.length * LINES
  })
