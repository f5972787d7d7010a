import { describe, expect, test } from '@jest/globals'
import type { Prompt, Show } from '../../../src/battle/rules/battle.js'
import { viewFor, watchedView } from '../../../src/battle/rules/view.js'
import { ROOM, Table } from '../../support/rules.js'

const report = (accountId: number, repairing: boolean) => ({ kind: 'report-repair', accountId, repairing }) as const
const choose = (accountId: number) => ({ kind: 'choose-gif', accountId, index: 1 }) as const
const deadlineOf = (table: Table): number => (table.battle as Prompt | Show).deadlineMs
const repairsOf = (table: Table) => (table.battle as Prompt | Show).match.repairs

/** 4 of 10 seconds of the first prompt are over. */
const inPrompt = () => new Table().begins().after(4_000)

describe('a repair that a player reports', () => {
  test('stops the timer until the player reports that the picture is back', () => {
    const table = inPrompt().does(report(1, true))
    expect(table.names(true)).toEqual(['phasePaused'])
    table.after(7_000).does({ kind: 'deadline' })
    expect(table.battle).toMatchObject({ phase: 'prompt', deadlineMs: table.now + 13_000 })
    table.does(report(1, false))
    expect(table.names(true)).toEqual(['phaseResumed'])
    expect(deadlineOf(table)).toBe(table.now + 6_000)
    expect(table.passes().battle).toMatchObject({ phase: 'show' })
  })

  test('stops it for 20 seconds at most', () => {
    const table = inPrompt().does(report(1, true)).passes()
    expect(table.names(true)).toEqual(['phaseResumed'])
    expect(table.battle).toMatchObject({ phase: 'prompt', deadlineMs: table.now + 6_000 })
    expect(repairsOf(table)).toMatchObject({ roundMs: 20_000, battleMs: 20_000 })
  })

  test('stops it until both reporters have the picture back', () => {
    const table = inPrompt()
      .does(report(1, true))
      .after(1_000)
      .does(report(2, true))
      .after(1_000)
      .does(report(1, false))
    expect((table.battle as Prompt).pause).toBeDefined()
    expect(deadlineOf(table)).toBe(table.now + 18_000)
    expect(table.after(1_000).does(report(2, false)).names(true)).toEqual(['phaseResumed'])
    expect(deadlineOf(table)).toBe(table.now + 6_000)
  })

  test("cannot be exploited: both players share the round's allowance", () => {
    const table = inPrompt()
      .does(report(1, true))
      .after(15_000)
      .does(report(1, false))
      .after(1_000)
      .does(report(2, true))
    expect(deadlineOf(table)).toBe(table.now + 5_000)
    table.passes()
    const before = table.battle
    expect(table.does(report(2, false)).does(report(2, true)).battle).toMatchObject({
      deadlineMs: (before as Prompt).deadlineMs,
    })
  })

  test('counts no longer once its pause is used up, until it is reported again', () => {
    const table = inPrompt().does(report(1, true)).passes().passes()
    expect(table.battle).toMatchObject({ phase: 'show' })
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 2 } })
    expect((table.battle as Prompt).pause).toBeUndefined()
    expect(table.does(report(1, true)).names(true)).toEqual(['phasePaused'])
  })

  test('pauses a battle for at most a minute in total', () => {
    const table = inPrompt()
    let pausedMs = 0
    for (let phases = 0; phases < 30; phases++) {
      table.does(report(1, true))
      const before = table.battle as Prompt | Show
      if (before.pause) pausedMs += before.deadlineMs - before.pause.fromMs
      table.passes()
    }
    expect(pausedMs).toBe(60_000)
    expect((table.battle as Prompt).match.capAtMs).toBe(1_000_000 + 1_800_000 + 60_000)
  })

  test('pauses the next phase of the round as long as the round has time left', () => {
    const table = inPrompt().does(report(1, true)).after(5_000).does(choose(1)).does(choose(2))
    expect(table.names(true)).toEqual(['playDrum', 'showGif', 'receiveGif', 'receiveGif', 'phasePaused'])
    expect(table.battle).toMatchObject({ phase: 'show', pause: { remainingMs: 40_000 } })
    expect(deadlineOf(table)).toBe(table.now + 15_000)
  })

  test('pauses the next round if it is reported once the round has no time left', () => {
    const table = inPrompt().does(report(1, true)).passes().does(report(1, true)).passes().passes()
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 2 }, pause: { remainingMs: 10_000 } })
  })

  test.each([report(1, true), report(1, false)])('changes nothing when it is repeated (%j)', (command) => {
    const table = inPrompt().does(report(1, true)).after(100).does(command)
    const before = table.battle
    expect(table.after(100).does(command).battle).toBe(before)
  })

  test('is refused outside a battle and for others, and changes nothing after the rounds', () => {
    const table = new Table()
    expect(table.refusal(report(1, true))).toBe('NOT_PLAYING')
    table.begins()
    expect(table.refusal(report(3, true))).toBe('NOT_SEATED')
    const vote = table.does({ kind: 'finish', accountId: 1 }).battle
    expect(table.does(report(1, true)).battle).toBe(vote)
  })
})

describe('while the phase is paused', () => {
  test('players can pick until the latest end of the prompt', () => {
    const table = inPrompt().does(report(1, true)).after(25_999).does(choose(1))
    expect(table.battle).toMatchObject({ hands: [{ pick: 1 }, { pick: 0 }] })
    expect(table.after(1).refusal(choose(2))).toBe('NOT_PROMPTING')
  })

  test('a player can finish, and a player can leave', () => {
    const finished = inPrompt().does(report(2, true)).after(1_000).does({ kind: 'finish', accountId: 2 })
    expect(finished.battle).toMatchObject({
      phase: 'vote',
      match: { repairs: { battleMs: 1_000 }, capAtMs: 2_801_000 },
    })
    const seat = { accountId: 2, seatTakenAtMs: 200 }
    const left = inPrompt().does(report(1, true)).does({ kind: 'leave', seat, roomVersion: 2 })
    expect(left.battle).toMatchObject({ phase: 'result', winnerId: null })
  })

  test('the view shows the end of the pause, the remaining time, and the latest end', () => {
    const { battle, now } = inPrompt().does(report(1, true))
    const paused = { pausedUntilMs: now + 20_000, pausedRemainingMs: 6_000, deadlineMs: now + 26_000 }
    expect(viewFor(battle, ROOM, 2)).toMatchObject(paused)
    expect(watchedView(battle, ROOM).battle).toMatchObject(paused)
    expect(viewFor(inPrompt().battle, ROOM, 2)).not.toHaveProperty('pausedUntilMs')
  })

  test('a battle left without engines ends uncounted instead of continuing', () => {
    const table = inPrompt().does(report(1, true)).isLeftAlone(60_000).does({ kind: 'deadline' })
    expect(table.battle).toMatchObject({ phase: 'result' })
    expect(table.outcomes()).toMatchObject([{ counted: false, winnerId: null }])
  })

  test('a phase that is resumed late has its remaining time, within the cap', () => {
    const table = inPrompt().does(report(1, true)).after(25_000).does({ kind: 'deadline' })
    expect(deadlineOf(table)).toBe(table.now + 6_000)
    expect(repairsOf(table)).toMatchObject({ roundMs: 20_000 })
  })
})

test('the pauses do not make a battle count', () => {
  const after = (ms: number) => {
    const table = new Table().begins().does(report(1, true)).after(20_000).does(report(1, false))
    table.after(ms).does({ kind: 'finish', accountId: 1 }).passes()
    return table.outcomes()[0]?.counted
  }
  expect([after(179_999), after(180_000)]).toEqual([false, true])
})
