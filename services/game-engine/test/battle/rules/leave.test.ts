import { describe, expect, test } from '@jest/globals'
import { EndReason } from '@kla/proto'
import { viewFor, watchedView } from '../../../src/battle/rules/view.js'
import { NO_PAIR_LIMITS, ROOM, snapshot, Table } from '../../support/rules.js'

const left = (accountId: number, seatTakenAtMs: number, roomVersion = 2) =>
  ({ kind: 'leave', seat: { accountId, seatTakenAtMs }, roomVersion }) as const

describe('leaving', () => {
  test.each([0, 1])('ends the rounds and the battle in one update (phase %d)', (passed) => {
    const table = new Table().begins()
    if (passed) table.passes()
    table.does(left(1, 100))
    expect(table.names(true)).toEqual(['endGame', 'noUnanimousWinner'])
    expect(table.outcomes()).toMatchObject([{ reason: EndReason.LEFT, winnerId: null, finishedBy: null, leftBy: 1 }])
    expect(table.battle).toMatchObject({ phase: 'result', gone: [1] })
  })

  test('does not replace the reason once the rounds are over', () => {
    const table = new Table().begins().does({ kind: 'finish', accountId: 2 }).does(left(1, 100))
    expect(table.outcomes()).toMatchObject([{ reason: EndReason.FINISHED, finishedBy: 2, leftBy: null }])
  })

  test('is idempotent', () => {
    const table = new Table().begins().does(left(1, 100))
    const before = table.battle
    expect(table.does(left(1, 100)).battle).toBe(before)
    expect(table.outcomes()).toHaveLength(1)
  })

  test('does not end the battle of a player who has sat down again', () => {
    const [, second] = snapshot().seats
    const seats = [{ accountId: 1, seatTakenAtMs: 900 }, ...(second ? [second] : [])]
    const table = new Table().begins({ version: 3, seats }).does(left(1, 100))
    expect(table.battle).toMatchObject({ phase: 'prompt' })
  })

  test('clears the ready flag', () => {
    const table = new Table()
      .does({ kind: 'ready-up', accountId: 1, room: snapshot(), limits: NO_PAIR_LIMITS })
      .does(left(1, 100))
    expect(table.names()).toEqual(['readyChanged', 'readyChanged'])
    expect(table.battle).toMatchObject({ ready: [] })
  })

  test('changes nothing when a stranger leaves', () => {
    const table = new Table().begins().does(left(9, 100))
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    expect(table.names(true)).toContain('promptGif')
  })
})

describe('the panic exit', () => {
  const exit = (accountId: number, seatTakenAtMs: number) =>
    ({ ...left(accountId, seatTakenAtMs), safety: true }) as const
  const until = {
    prompt: (table: Table) => table.after(200_000),
    show: (table: Table) => table.passes(),
    pause: (table: Table) => table.does({ kind: 'report-repair', accountId: 2, repairing: true }),
    vote: (table: Table) => table.after(200_000).does({ kind: 'finish', accountId: 2 }),
    ballot: (table: Table) =>
      table.does({ kind: 'finish', accountId: 1 }).does({ kind: 'declare-winner', accountId: 1, winnerId: 1 }),
  } as const
  const phases = Object.keys(until) as (keyof typeof until)[]
  const begun = (phase: keyof typeof until) => until[phase](new Table({ newId: () => 'battle' }).begins())

  test.each(phases)('looks like leaving to players and watchers in the %s', (phase) => {
    const [gone, fled] = [begun(phase).does(left(1, 100)), begun(phase).does(exit(1, 100))]
    const updatesOf = (table: Table) => table.effects.filter(({ kind }) => kind === 'update')
    expect(updatesOf(fled)).toEqual(updatesOf(gone))
    for (const viewer of [1, 2, 9]) {
      expect(viewFor(fled.battle, ROOM, viewer)).toEqual(viewFor(gone.battle, ROOM, viewer))
    }
    expect(watchedView(fled.battle, ROOM)).toEqual(watchedView(gone.battle, ROOM))
    for (const table of [gone, fled]) table.passes()
    expect(fled.battle).toEqual(gone.battle)
  })

  test.each(phases)('in the %s leaves a battle that counts for neither player', (phase) => {
    expect(begun(phase).does(exit(1, 100)).outcomes()).toMatchObject([
      { reason: EndReason.SAFETY, winnerId: null, finishedBy: null, leftBy: 1, counted: false },
    ])
  })

  test('changes nothing after the result', () => {
    const table = begun('ballot').does({ kind: 'declare-winner', accountId: 2, winnerId: 1 }).does(exit(2, 200))
    expect(table.outcomes()).toMatchObject([{ reason: EndReason.FINISHED, winnerId: 1 }])
    expect(new Table().begins().does(left(2, 200)).does(exit(1, 100)).outcomes()).toMatchObject([
      { reason: EndReason.LEFT, leftBy: 2 },
    ])
  })
})

describe('closing the room', () => {
  test('gives a running battle its outcome and closes the room', () => {
    const table = new Table().begins().does({ kind: 'close', roomVersion: 5 })
    expect(table.outcomes()).toMatchObject([{ reason: EndReason.LEFT, leftBy: null }])
    expect(table.battle).toMatchObject({ phase: 'closed' })
    expect(table.does({ kind: 'close', roomVersion: 5 }).outcomes()).toHaveLength(1)
  })

  test('adds no outcome after the result', () => {
    const table = new Table().begins().does(left(1, 100)).does({ kind: 'close', roomVersion: 5 })
    expect(table.outcomes()).toHaveLength(1)
  })
})
