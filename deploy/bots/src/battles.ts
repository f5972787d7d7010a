import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { backToWaiting, planBattle, playBattle } from './battle.js'
import { type Pair, partPair, seatPair, settled } from './pair.js'
import { inParallel } from './parallel.js'
import { createTally, type Report, type Tally } from './report.js'

export interface BattlesOptions {
  readonly url: string
  readonly battles: number
  readonly concurrency: number
  readonly rounds: number
  readonly spreadMs?: number | undefined
  /** Receives the lateness of each phase that a deadline began, in milliseconds. */
  readonly onLate?: (lateMs: number) => void
  /** Starts once all are playing; battles go on until it resolves. */
  readonly meanwhile?: () => Promise<void>
  /** Ends the run with what it has measured. */
  readonly signal?: AbortSignal
  readonly say?: (line: string) => void
  readonly random?: () => number
}

// More only queue up in auth.
const LOGINS_AT_ONCE = 24
const ANSWER_WITHIN_MS = 30_000
const SPREAD_PER_PAIR_MS = 20
const CHAT_EVERY_MS = 5_000
const PART_WITHIN_MS = 10_000
const PART_WHEN_ENDED_WITHIN_MS = 3_000

/** Plays battles and reports every fault that players saw, however the run ends. */
export async function playBattles(options: BattlesOptions): Promise<Report> {
  const { say = () => undefined, random = Math.random, signal = NEVER } = options
  const tally = createTally()
  setMaxListeners(0, signal)
  const pairs = await seatPairs(options, tally)
  let begun = 0
  let over = options.meanwhile === undefined
  // Fewer at once would measure something else.
  const playable = pairs.length < pairCountOf(options) ? [] : pairs
  if (playable.length > 0) say(`Playing ${options.battles} battles, ${pairs.length} at once`)
  const meanwhile = (): Promise<void> =>
    (options.meanwhile?.() ?? Promise.resolve()).catch(tally.error).finally(() => (over = true))
  const playing = playable.map(async (pair, index) => {
    const delayMs = index * (options.spreadMs === undefined ? SPREAD_PER_PAIR_MS : options.spreadMs / pairs.length)
    await sleep(delayMs, undefined, { signal }).catch(() => undefined)
    while (!signal.aborted && (begun < options.battles || !over)) {
      begun += 1
      const waiting = backToWaiting(pair, signal)
      waiting.catch(() => undefined)
      tally.battleBegins()
      try {
        const plan = planBattle(options.rounds, random)
        await playBattle({ ...pair, plan, random, signal, chatEveryMs: CHAT_EVERY_MS })
        tally.battleEnds()
      } catch (error) {
        if (signal.aborted) tally.battleCutShort()
        else tally.battleEnds(error)
        return
      }
      try {
        await waiting
      } catch (error) {
        if (!signal.aborted) tally.error(error)
        return
      }
    }
  })
  if (playable.length > 0) void meanwhile()
  await Promise.all(playing)
  if (signal.aborted) tally.error(signal.reason)
  await settled(pairs)
  for (const { first, second } of pairs) tally.take(first, second)
  const parting = inParallel(pairs, LOGINS_AT_ONCE, partPair)
  const partWithinMs = signal.aborted ? PART_WHEN_ENDED_WITHIN_MS : PART_WITHIN_MS
  await Promise.race([parting, sleep(partWithinMs, undefined, { ref: false })])
  return tally.report()
}

const pairCountOf = ({ concurrency, battles }: BattlesOptions): number => Math.min(concurrency, battles)

/** Returns pairs that were seated before a failure or the end of the run. */
async function seatPairs(options: BattlesOptions, tally: Tally): Promise<Pair[]> {
  const { say = () => undefined, random = Math.random, signal = NEVER } = options
  const pairCount = pairCountOf(options)
  // Seats of an earlier run must not be in the way.
  const run = Math.floor(random() * 36 ** 5).toString(36)
  const pairs: Pair[] = []
  const seating = inParallel(Array.from({ length: pairCount }), LOGINS_AT_ONCE / 2, async (_, index) => {
    signal.throwIfAborted()
    const pair = await seatPair({
      url: options.url,
      name: `${run}-${index}`,
      onLate(lateMs) {
        tally.late(lateMs)
        options.onLate?.(lateMs)
      },
      answerWithinMs: ANSWER_WITHIN_MS,
    })
    pairs.push(pair)
    if (pairs.length % 100 === 0 || pairs.length === pairCount) say(`${pairs.length} of ${pairCount} rooms are full`)
  })
  const failing = seating.catch((error: unknown) => {
    if (!signal.aborted) tally.error(error)
  })
  await Promise.race([failing, aborted(signal)])
  return pairs
}

const NEVER = new AbortController().signal

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
