import { setTimeout as sleep } from 'node:timers/promises'
import { backToWaiting, playBattle } from './battle.js'
import { planBattle } from './battle-plan.js'
import { createBot, type Bot } from './bot.js'
import { inParallel } from './parallel.js'
import { createTally, type Report } from './report.js'
import { signIn } from './sign-in.js'

export interface BattlesOptions {
  readonly url: string
  readonly battles: number
  /** How many pairs play at the same time. */
  readonly concurrency: number
  readonly rounds: number
  /** Where the sockets go; the site's own address unless given. */
  readonly gateways?: readonly string[]
  readonly say?: (line: string) => void
  readonly random?: () => number
}

interface Pair {
  readonly first: Bot
  readonly second: Bot
  readonly roomId: string
}

// Logins cost a signature and several requests each; more at once only queue up in auth.
const LOGINS_AT_ONCE = 24
// People do not all press a button in the same millisecond.
const SPREAD_PER_PAIR_MS = 8
const CHAT_EVERY_MS = 2_500
// What is still under way when a battle ends arrives within this, or never.
const SETTLE_MS = 3_000

/** Plays battles over the public protocol and reports what was wrong with what the players saw. */
export async function playBattles(options: BattlesOptions): Promise<Report> {
  const { say = () => undefined, random = Math.random } = options
  const tally = createTally()
  const pairCount = Math.min(options.concurrency, options.battles)
  // Names of this run alone: a seat that an earlier run left behind must not be in the way.
  const run = Math.floor(random() * 36 ** 5).toString(36)

  let seated = 0
  const pairs = await inParallel(Array.from({ length: pairCount }), LOGINS_AT_ONCE / 2, async (_, index) => {
    const pair = await seatPair(options, `${run}-${index}`, tally.late)
    seated += 1
    if (seated % 100 === 0 || seated === pairCount) say(`${seated} of ${pairCount} rooms are full`)
    return pair
  })

  let begun = 0
  say(`Playing ${options.battles} battles, ${pairCount} at once`)
  await Promise.all(
    pairs.map(async (pair, index) => {
      await sleep(index * SPREAD_PER_PAIR_MS)
      while (begun < options.battles) {
        begun += 1
        const waiting = backToWaiting([pair.first, pair.second])
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
  await Promise.race([sleep(SETTLE_MS), settled(pairs)])
  for (const { first, second } of pairs) tally.take(first, second)
  await inParallel(pairs, LOGINS_AT_ONCE, ({ roomId, first, second }) => leave(roomId, [first, second]))
  return tally.report()
}

async function seatPair(options: BattlesOptions, name: string, onLate: (lateMs: number) => void): Promise<Pair> {
  const join = async (seat: string): Promise<Bot> => {
    const session = await signIn(options.url, `bot-${name}-${seat}`)
    const bot = createBot({
      session,
      onLate,
      answerWithinMs: 30_000,
      ...(options.gateways ? { gateways: options.gateways } : {}),
    })
    await bot.client.connect()
    return bot
  }
  const [first, second] = await Promise.all([join('a'), join('b')])
  first.meets(second.client)
  second.meets(first.client)
  const { roomId } = await first.must('create-room', {
    roomName: `Battle ${name}`,
    passcode: null,
    passcodeRequired: false,
    publicRoom: true,
    mode: 'rush',
    capacity: '2',
    category: 'default',
  })
  await second.must('join-room', { roomId, passcode: null, role: 'player' })
  return { first, second, roomId }
}

async function settled(pairs: readonly Pair[]): Promise<void> {
  const complete = ({ first, second }: Pair): boolean =>
    first.chat.highest >= second.said && second.chat.highest >= first.said
  while (!pairs.every(complete)) await sleep(50)
}

async function leave(roomId: string, bots: readonly Bot[]): Promise<void> {
  for (const bot of bots) {
    await bot.client.send('leave-room', { roomId }).catch(() => undefined)
    await bot.client.close()
  }
}
