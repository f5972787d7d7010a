import { describe, expect, test } from '@jest/globals'
import type { RoomStateData, ServerFrame } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { backToWaiting, type BattlePlan, playBattle } from '../src/battle.js'
import type { Bot } from '../src/bot.js'
import { createEventListeners } from '../src/event-listeners.js'
import type { Pair } from '../src/pair.js'
import { manualClock } from './manual-clock.js'

const PLAN: BattlePlan = { rounds: 2, vote: 'unanimous', idles: ['first', 'first'] }
const MINUTE = 60_000

/** Two players whose commands succeed, and what a server may tell them. */
function setUp() {
  const { clock, advance } = manualClock(1_000_000)
  const commands: string[] = []
  const player = (seat: string) => {
    const listeners = createEventListeners()
    const bot = {
      client: { id: seat === 'first' ? 1 : 2, username: seat, on: listeners.on, onAny: listeners.onAny },
      must: (event: string) => {
        commands.push(`${seat} ${event}`)
        return Promise.resolve({ success: true })
      },
    } as unknown as Bot
    return { bot, tell: (frame: ServerFrame) => listeners.emit({ ...frame, atMs: clock.now() }) }
  }
  const [first, second] = [player('first'), player('second')]
  const pair: Pair = { roomId: 'r1', first: first.bot, second: second.bot }
  const timing = (durationMs: number) => ({ deadline: clock.now() + durationMs, durationMs })
  const frames = {
    prompt: (round: number): ServerFrame => ({ event: 'prompt-gif', data: { round, ...timing(3_000) } }),
    show: (round: number): ServerFrame => ({ event: 'show-gif', data: { round, ...timing(5_000) } }),
    vote: (): ServerFrame => ({ event: 'end-game', data: { ...timing(300_000), reason: 'finished', finishedBy: 1 } }),
    result: (): ServerFrame => ({ event: 'winner-confirmed', data: { winnerId: 1, ...timing(2_000) } }),
    tick: (): ServerFrame => ({ event: 'game-tick', data: { phase: 'show', round: 1, remainingMs: 0, serverTime: 0 } }),
    state: (data: Partial<RoomStateData>): ServerFrame => ({
      event: 'room-state',
      data: { options: [], ...data } as RoomStateData,
    }),
  }
  const tellBoth = (frame: ServerFrame) => [first, second].forEach(({ tell }) => tell(frame))
  return { clock, advance, pair, first, second, tellBoth, frames, commands }
}

/** What a promise has come to so far. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  const outcome = work.then(
    () => 'done',
    (error: Error) => error.message,
  )
  const turn = new Promise<string>((resolve) => setImmediate(() => setImmediate(() => resolve('pending'))))
  return Promise.race([outcome, turn])
}

describe('playBattle', () => {
  test('ends with the battle', async () => {
    const { clock, pair, tellBoth, frames } = setUp()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock })
    for (const frame of [frames.prompt(1), frames.show(1), frames.vote(), frames.result()]) tellBoth(frame)
    expect(await outcomeOf(battle)).toBe('done')
  })

  test('is over a minute after the deadline that one player saw pass, and names seat, room, phase and last event', async () => {
    const { clock, advance, pair, first, second, tellBoth, frames } = setUp()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock })
    tellBoth(frames.prompt(1))
    tellBoth(frames.show(1))
    advance(5_000)
    first.tell(frames.vote())
    advance(MINUTE - 1)
    second.tell(frames.tick())
    expect(await outcomeOf(battle)).toBe('pending')
    advance(1)
    expect(await outcomeOf(battle)).toBe(
      'the battle of second in room r1 is stuck in show 1, 60 s after the deadline; the last event was show-gif, 65 s ago',
    )
  })

  test('waits for a vote of minutes', async () => {
    const { clock, advance, pair, tellBoth, frames } = setUp()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock })
    tellBoth(frames.vote())
    advance(300_000 + MINUTE - 1)
    expect(await outcomeOf(battle)).toBe('pending')
    tellBoth(frames.result())
    expect(await outcomeOf(battle)).toBe('done')
  })

  test('is stuck when nothing begins', async () => {
    const { clock, advance, pair } = setUp()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock })
    advance(MINUTE)
    expect(await outcomeOf(battle)).toMatch(
      'first in room r1 is stuck in waiting, 60 s after the deadline; the last event was nothing',
    )
  })

  test('is stuck when rounds go on after the last one', async () => {
    const { clock, advance, pair, tellBoth, frames } = setUp()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock })
    tellBoth(frames.show(2))
    for (let round = 3; round < 10; round++) {
      tellBoth(frames.prompt(round))
      advance(3_000)
      tellBoth(frames.show(round))
      advance(5_000)
    }
    expect(await outcomeOf(battle)).toBe('pending')
    tellBoth(frames.prompt(10))
    advance(9_000)
    expect(await outcomeOf(battle)).toMatch(
      'is stuck in prompt 10, 60 s after the deadline; the last event was prompt-gif',
    )
  })

  test('counts the time of a pause, and what remains after it', async () => {
    const { clock, advance, pair, tellBoth, frames } = setUp()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock })
    tellBoth(frames.show(1))
    tellBoth({ event: 'phase-paused', data: { round: 1, remainingMs: 4_000, until: clock.now() + 30_000 } })
    advance(34_000 + MINUTE - 1)
    expect(await outcomeOf(battle)).toBe('pending')
    advance(1)
    expect(await outcomeOf(battle)).toMatch(
      'first in room r1 is stuck in show 1, 60 s after the deadline; the last event was phase-paused',
    )
  })

  test('is not kept by the state of a room that is sent again', async () => {
    const { clock, advance, pair, tellBoth, frames } = setUp()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock })
    tellBoth(frames.show(1))
    const state = frames.state({ phase: 'show', round: 1, deadline: clock.now() + 5_000, durationMs: 5_000 })
    for (let at = 0; at < 65; at++) {
      tellBoth(state)
      advance(1_000)
    }
    expect(await outcomeOf(battle)).toMatch('is stuck in show 1')
  })

  test('is given up at once with the reason of its signal, whatever is unanswered', async () => {
    const { clock, pair, tellBoth, frames } = setUp()
    Object.assign(pair.first, { must: () => new Promise(() => undefined) })
    const run = new AbortController()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0.9, clock, signal: run.signal })
    tellBoth(frames.vote())
    run.abort(new Error('the run was stopped'))
    expect(await outcomeOf(battle)).toBe('the run was stopped')
    const another = playBattle({ ...pair, plan: PLAN, random: () => 0, clock, signal: run.signal })
    expect(await outcomeOf(another)).toBe('the run was stopped')
  })

  test('finishes in a later round when it missed the last one', async () => {
    const { clock, pair, tellBoth, frames, commands } = setUp()
    const run = new AbortController()
    const battle = playBattle({ ...pair, plan: PLAN, random: () => 0, clock, signal: run.signal })
    const finishes = () => commands.filter((command) => command.endsWith('user-finishes'))
    tellBoth(frames.show(3))
    await eventually(() => finishes().length > 0)
    tellBoth(frames.show(4))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(finishes()).toEqual(['first user-finishes'])
    run.abort(new Error('over'))
    expect(await outcomeOf(battle)).toBe('over')
  })
})

describe('backToWaiting', () => {
  test('rejects when one player never returns', async () => {
    const { clock, advance, pair, first, tellBoth, frames } = setUp()
    const waiting = backToWaiting(pair, undefined, clock)
    tellBoth(frames.result())
    advance(2_100)
    first.tell(frames.state({ phase: 'waiting', round: 0, deadline: null, durationMs: null }))
    expect(await outcomeOf(waiting)).toBe('pending')
    advance(MINUTE)
    expect(await outcomeOf(waiting)).toMatch(
      'second in room r1 is stuck in result, 60 s after the deadline; the last event was winner-confirmed',
    )
  })

  test('resolves once both have returned', async () => {
    const { clock, pair, tellBoth, frames } = setUp()
    const waiting = backToWaiting(pair, undefined, clock)
    tellBoth(frames.result())
    tellBoth(frames.state({ phase: 'waiting', round: 0, deadline: null, durationMs: null }))
    expect(await outcomeOf(waiting)).toBe('done')
  })
})
