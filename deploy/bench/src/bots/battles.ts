import { setTimeout as sleep } from 'node:timers/promises'
import { backToWaiting, planBattle, playBattle } from './battle.js'
import { inParallel } from './parallel.js'
import { partPair, seatPair, type Pair } from './pair.js'
import { createTally, type Report } from './report.js'

export interface BattlesOptions {
  readonly url: string
  readonly battles: number
  readonly concurrency: number
  readonly rounds: number
  readonly spreadMs?: number | undefined
  /** For each phase that a deadline began: how late, milliseconds. */
  readonly onLate?: (lateMs: number) => void
  /** Starts once all are playing; battles go on until it resolves. */
  readonly meanwhile?: () => Promise<void>
  readonly say?: (line: string) => void
  readonly random?: () => number
}

// Each costs a signature and several requests; more only queue up in auth.
const LOGINS_AT_ONCE = 24
const ANSWER_WITHIN_MS = 30_000
// Spreads the starts over a few phases.
const SPREAD_PER_PAIR_MS = 20
const CHAT_EVERY_MS = 5_000
// What is in flight arrives within this, or never.
const SETTLE_MS = 3_000

/** Plays battles over the public protocol and reports every fault the players saw. */
export async function playBattles(options: BattlesOptions): Promise<Report> {
  const { say = () => undefined, random = Math.random } = options
  const tally = createTally()
  const pairCount = Math.min(options.concurrency, options.battles)
  // Unique names: seats of an earlier run must not be in the way.
  const run = Math.floor(random() * 36 ** 5).toString(36)

  let seated = 0
  const pairs = await inParallel(Array.from({ length: pairCount }), LOGINS_AT_ONCE / 2, async (_, index) => {
    const pair = await seatPair({
      url: options.url,
      name: `${run}-${index}`,
      onLate(lateMs) {
        tally.late(lateMs)
        options.onLate?.(lateMs)
      },
      answerWithinMs: ANSWER_WITHIN_MS,
    })
    seated += 1
    if (seated % 100 === 0 || seated === pairCount) say(`${seated} of ${pairCount} rooms are full`)
    return pair
  })

  let begun = 0
  let over = options.meanwhile === undefined
  say(`Playing ${options.battles} battles, ${pairCount} at once`)
  const meanwhile = options.meanwhile?.().then(
    () => (over = true),
    (error: unknown) => {
      over = true
      tally.error(error)
    },
  )
  await Promise.all(
    pairs.map(async (pair, index) => {
      await sleep(index * (options.spreadMs === undefined ? SPREAD_PER_PAIR_MS : options.spreadMs / pairs.length))
      while (begun < options.battles || !over) {
        begun += 1
        const waiting = backToWaiting(pair)
        waiting.catch(() => undefined)
        tally.battleBegins()
        try {
          const plan = planBattle(options.rounds, random)
          await playBattle({ ...pair, plan, random, chatEveryMs: CHAT_EVERY_MS })
          tally.battleEnds()
          await waiting
        } catch (error) {
          tally.battleEnds(error)
          return
        }
      }
    }),
  )
  await meanwhile
  await settled(pairs)
  for (const { first, second } of pairs) tally.take(first, second)
  await inParallel(pairs, LOGINS_AT_ONCE, partPair)
  return tally.report()
}

async function settled(pairs: readonly Pair[]): Promise<void> {
  const endMs = performance.now() + SETTLE_MS
  const complete = ({ first, second }: Pair): boolean =>
    first.chat.highest >= second.said && second.chat.highest >= first.said
  while (!pairs.every(complete) && performance.now() < endMs) await sleep(50)
}
