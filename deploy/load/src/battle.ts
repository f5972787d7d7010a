import { setTimeout as sleep } from 'node:timers/promises'
import { awaitEvent, nextEvent } from './await-event.js'
import type { BattlePlan } from './battle-plan.js'
import type { Bot } from './bot.js'

export interface BattleOptions {
  readonly roomId: string
  readonly first: Bot
  readonly second: Bot
  readonly plan: BattlePlan
  readonly random: () => number
  /** Between two lines of one player, milliseconds; none unless given. */
  readonly chatEveryMs?: number
}

// People do not act in the millisecond in which they are asked.
const THINKING_SHARE = 0.3
// Longer than a few rounds and the vote take with the product's own durations.
const BATTLE_WITHIN_MS = 20 * 60_000

/** Plays one battle from ready to result. Rejects when anything goes otherwise than planned. */
export async function playBattle(options: BattleOptions): Promise<void> {
  const { roomId, first, second, plan } = options
  const faults: unknown[] = []
  const doing: Promise<unknown>[] = []
  const act = (work: Promise<unknown>): void => void doing.push(work.catch((error: unknown) => faults.push(error)))

  const off = [
    ...playRounds(options, first, 'first', act),
    ...playRounds(options, second, 'second', act),
    first.client.on('show-gif', ({ round, durationMs }) => {
      if (round === plan.rounds) act(later(options, durationMs, () => first.must('user-finishes', { roomId })))
    }),
    first.client.on('end-game', ({ durationMs }) => act(vote(options, first, durationMs))),
    second.client.on('end-game', ({ durationMs }) => {
      if (plan.vote !== 'missing') act(vote(options, second, durationMs))
    }),
  ]
  const stop = new AbortController()
  for (const bot of [first, second]) act(chat(options, bot, stop.signal))
  const over = Promise.all([first, second].map((bot) => result(bot, stop.signal)))
  try {
    await Promise.all([first.must('ready-up', { roomId }), second.must('ready-up', { roomId })])
    for (const winner of await over) expectOutcome(plan, first.client.id, winner)
  } finally {
    over.catch(() => undefined)
    stop.abort()
    for (const end of off) end()
    await Promise.all(doing)
  }
  if (faults.length > 0) throw faults[0]
}

/** Waits until the room of both is back at waiting, where a rematch may begin. */
export const backToWaiting = (bots: readonly Bot[]): Promise<unknown> =>
  Promise.all(bots.map((bot) => nextEvent(bot.client, 'room-state', ({ phase }) => phase === 'waiting')))

function playRounds(
  options: BattleOptions,
  bot: Bot,
  seat: 'first' | 'second',
  act: (work: Promise<unknown>) => void,
): (() => void)[] {
  let durationMs = 0
  return [
    bot.client.on('prompt-gif', (prompt) => void (durationMs = prompt.durationMs)),
    bot.client.on('gif-options', ({ round, options: gifs }) => {
      if (options.plan.idles[round - 1] === seat) return
      const { index } = gifs[Math.floor(options.random() * gifs.length)] ?? { index: 1 }
      act(later(options, durationMs, () => bot.must('gif-choice', { roomId: options.roomId, index })))
    }),
  ]
}

async function later(options: BattleOptions, durationMs: number, work: () => Promise<unknown>): Promise<void> {
  await sleep(durationMs * THINKING_SHARE * options.random())
  await work()
}

const vote = ({ roomId, first, second, plan, random }: BattleOptions, bot: Bot, durationMs: number): Promise<void> => {
  const winner = bot === second && plan.vote === 'split' ? second : first
  const work = () => bot.must('declare-winner', { roomId, winnerId: winner.client.id })
  return later({ roomId, first, second, plan, random }, durationMs, work)
}

async function chat({ roomId, chatEveryMs }: BattleOptions, bot: Bot, stop: AbortSignal): Promise<void> {
  if (chatEveryMs === undefined) return
  while (!stop.aborted) {
    await bot.say(roomId)
    await sleep(chatEveryMs, undefined, { signal: stop }).catch(() => undefined)
  }
}

/** Who has won, or null. */
async function result(bot: Bot, signal: AbortSignal): Promise<number | null> {
  const { winnerId } = await awaitEvent(
    bot.client,
    'result',
    ({ event, data }) => {
      if (event === 'winner-confirmed') return { winnerId: data.winnerId }
      return event === 'no-unanimous-winner' ? { winnerId: null } : undefined
    },
    { signal, withinMs: BATTLE_WITHIN_MS },
  )
  return winnerId
}

function expectOutcome(plan: BattlePlan, firstId: number, winner: number | null): void {
  const expected = plan.vote === 'unanimous' ? firstId : null
  if (winner !== expected) throw new Error(`the votes were ${plan.vote}, and the outcome is ${winner}`)
}
