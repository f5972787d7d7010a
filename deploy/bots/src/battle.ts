import { setTimeout as sleep } from 'node:timers/promises'
import type { GifOptionEntry } from '@kla/proto/web'
import { type Bot, insist } from './bot.js'
import { createPickCheck, type PickCheck, type Seat } from './checks.js'
import { type Clock, systemClock } from './clock.js'
import { nextTurn, onTurn, type Turn } from './events.js'
import type { Pair } from './pair.js'
import type { Spender } from './spender.js'
import { watchForStuck } from './stuck.js'

export type VotePlan = 'unanimous' | 'split' | 'missing'

/** How a battle is played and decided. */
export interface BattlePlan {
  readonly rounds: number
  readonly vote: VotePlan
  readonly idles: readonly (Seat | 'neither')[]
}

export interface BattleOptions extends Pair {
  readonly plan: BattlePlan
  readonly random: () => number
  readonly chatEveryMs?: number
  /** Spenders save GIFs and play Wild Cards. */
  readonly spenders?: Readonly<Record<Seat, Spender>>
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

const TOO_LATE: ReadonlySet<string> = new Set(['NOT_PROMPTING', 'UNAVAILABLE'])

// Players do not react within a millisecond.
const THINKING_SHARE = 0.3

/** Rejects when anything differs from the plan, when it is stuck, and when `signal` aborts. */
export async function playBattle(options: BattleOptions): Promise<void> {
  const { roomId, first, second, plan, signal, clock = systemClock } = options
  const stop = new AbortController()
  const faults: unknown[] = []
  const doing: Promise<unknown>[] = []
  let isGivenUp = false
  const act = (work: Promise<unknown>): void => {
    const watched = work.catch((error: unknown) => {
      if (isGivenUp) return
      faults.push(error)
      stop.abort()
    })
    doing.push(watched)
  }
  const giveUp = (error: unknown): void => {
    isGivenUp = true
    faults.push(error)
    stop.abort()
  }
  const abort = (): void => giveUp(signal?.reason)

  const picks = createPickCheck()
  const game: Game = { ...options, picks, stop: stop.signal, isFinished: false }
  const off = (['first', 'second'] as const).flatMap((seat) => [
    options[seat].client.on('receive-gif', ({ round, gifUrl }) => {
      picks.shown(seat, round, gifUrl)
      const spender = options.spenders?.[seat]
      if (spender) act(spender.saveReceived(roomId, gifUrl))
    }),
    onTurn(options[seat].client, (turn) => act(takeTurn(game, seat, turn))),
  ])
  off.push(watchForStuck({ pair: options, rounds: plan.rounds, clock, onStuck: giveUp }))
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  for (const bot of [first, second]) act(chat(options, bot, stop.signal))
  const over = [first, second].map(({ client }) =>
    nextTurn(client, 'result', { withinMs: Infinity, signal: stop.signal }),
  )
  if (!stop.signal.aborted) for (const bot of [first, second]) act(bot.must('ready-up', { roomId }))
  const results = await Promise.allSettled(over)
  stop.abort()
  for (const end of off) end()
  signal?.removeEventListener('abort', abort)
  // A stuck battle may never answer.
  if (!isGivenUp) await Promise.all(doing)

  for (const result of results) {
    const fault: unknown =
      result.status === 'rejected' ? result.reason : outcomeFault(plan, first.client.id, result.value.winnerId)
    if (fault !== undefined) faults.push(fault)
  }
  const [fault] = [...faults, ...picks.faults().map((what) => new Error(what))]
  if (fault !== undefined) throw fault as Error
}

/** Rejects when the battle is stuck before, and when `signal` aborts. */
export async function backToWaiting(pair: Pair, signal?: AbortSignal, clock: Clock = systemClock): Promise<void> {
  const stop = new AbortController()
  let stuck: Error | undefined
  const end = watchForStuck({
    pair,
    clock,
    onStuck(error) {
      stuck = error
      stop.abort()
    },
  })
  const options = { withinMs: Infinity, signal: AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]) }
  try {
    await Promise.all([pair.first, pair.second].map(({ client }) => nextTurn(client, 'waiting', options)))
  } catch (error) {
    throw stuck ?? error
  } finally {
    end()
  }
}

interface Game extends BattleOptions {
  readonly picks: PickCheck
  readonly stop: AbortSignal
  isFinished: boolean
}

async function takeTurn(game: Game, seat: Seat, turn: Turn): Promise<void> {
  const { roomId, plan, random, first, picks, stop } = game
  const bot = game[seat]
  const think = (durationMs: number): Promise<boolean> =>
    sleep(durationMs * THINKING_SHARE * random(), true, { signal: stop }).catch(() => false)
  switch (turn.phase) {
    case 'prompt': {
      const gif = turn.options[Math.floor(random() * turn.options.length)]
      if (!gif || plan.idles[turn.round - 1] === seat) return
      if (!(await think(turn.durationMs))) return
      const saving = game.spenders?.[seat].saveChoice(roomId, gif.index)
      const picked = await pick(game, seat, turn, gif)
      if (picked !== undefined) picks.picked(seat, turn.round, picked)
      return saving
    }
    case 'show': {
      // A show that the player missed would keep it from finishing.
      if (turn.round < plan.rounds || seat !== 'first' || game.isFinished) return
      game.isFinished = true
      if (!(await think(turn.durationMs))) return
      await bot.must('user-finishes', { roomId })
      return
    }
    case 'vote': {
      if (plan.vote === 'missing' && seat === 'second') return
      if (!(await think(turn.durationMs))) return
      const winner = plan.vote === 'split' ? bot : first
      await bot.must('declare-winner', { roomId, winnerId: winner.client.id })
      return
    }
    case 'waiting':
    case 'result':
      return
  }
}

async function pick(
  { roomId, plan, spenders, ...bots }: BattleOptions,
  seat: Seat,
  { round, deadline }: Extract<Turn, { phase: 'prompt' }>,
  { index, gifUrl }: GifOptionEntry,
): Promise<string | undefined> {
  const card = await spenders?.[seat].playWildCard(roomId, round, deadline)
  if (card && !card.mayPick) return card.played
  const ack = await insist(bots[seat].client, 'gif-choice', { roomId, index, round }, deadline)
  if (ack.success) return gifUrl
  // A refused pick proves nothing after an outage past the deadline, or past the last round.
  if (TOO_LATE.has(ack.code) && (Date.now() >= deadline || round > plan.rounds)) return undefined
  throw new Error(`gif-choice was refused: ${ack.code}`)
}

async function chat({ roomId, chatEveryMs }: BattleOptions, bot: Bot, stop: AbortSignal): Promise<void> {
  if (chatEveryMs === undefined) return
  while (!stop.aborted) {
    await bot.say(roomId)
    await sleep(chatEveryMs, undefined, { signal: stop }).catch(() => undefined)
  }
}

function outcomeFault(plan: BattlePlan, firstId: number, winnerId: number | null): Error | undefined {
  const expected = plan.vote === 'unanimous' ? firstId : null
  return winnerId === expected ? undefined : new Error(`the votes were ${plan.vote}, and the outcome is ${winnerId}`)
}

// Every kind of deadline decides something in a few dozen battles.
const IDLE_SHARE = 0.4

const UNANIMOUS_SHARE = 0.6
const SPLIT_SHARE = 0.8

export function planBattle(rounds: number, random: () => number): BattlePlan {
  const luck = random()
  return {
    rounds,
    vote: luck < UNANIMOUS_SHARE ? 'unanimous' : luck < SPLIT_SHARE ? 'split' : 'missing',
    idles: Array.from({ length: rounds }, () => {
      if (random() >= IDLE_SHARE) return 'neither'
      return random() < 0.5 ? 'first' : 'second'
    }),
  }
}
