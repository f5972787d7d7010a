import { describe, expect, test } from '@jest/globals'
import { EndReason, NotCounted, NoWinner } from '@kla/proto'
import { finishedIn, type Recorded, resultView, scoreSpan } from '../../../src/battle/rules/result.js'
import { snapshot, Table } from '../../support/rules.js'

const aliased = snapshot({
  seats: [1, 2].map((accountId) => ({ accountId, seatTakenAtMs: accountId * 100, alias: 100 + accountId })),
})
const played = () => new Table().begins(aliased).after(200_000).does({ kind: 'finish', accountId: 1 })
const won = () =>
  [1, 2].reduce(
    (table, accountId) => table.does({ kind: 'declare-winner', accountId, winnerId: 2 }),
    played().after(5_000),
  )

/** A battle that counts, won by player 2. */
const recorded = (change: Partial<Recorded> = {}): Recorded => ({
  battleId: 'b',
  mode: 'rush',
  players: [1, 2],
  aliases: [101, 102],
  endedAtMs: 1_000,
  decidedAtMs: 2_000,
  winnerId: 2,
  noWinner: undefined,
  rounds: 3,
  reason: EndReason.FINISHED,
  counted: true,
  played: true,
  ...change,
})
const view = (change: Partial<Recorded>, isWinCounted = true) => resultView(recorded(change), [3, 1], isWinCounted, 1)

describe('a result that is shown', () => {
  test('names the winner, both aliases, and when the rounds and the vote were over', () => {
    const finished = finishedIn(won().battle, 2)
    expect(finished).toMatchObject({ players: [1, 2], aliases: [101, 102], winnerId: 2 })
    expect((finished?.decidedAtMs ?? 0) - (finished?.endedAtMs ?? 0)).toBe(5_000)
    expect(finished && resultView(finished, [0, 1], false, 2)).toMatchObject({
      recorded: false,
      ownWins: 2,
      left: false,
    })
  })

  test('belongs to its players, while it is shown', () => {
    const table = won()
    expect(finishedIn(table.battle, 3)).toBeUndefined()
    expect(finishedIn(played().battle, 1)).toBeUndefined()
    expect(finishedIn(table.passes().battle, 1)).toBeUndefined()
    expect(finishedIn(undefined, 1)).toBeUndefined()
  })

  test.each([true, false])('hides after a player left whether it counts (panic exit: %s)', (safety) => {
    const exit = { kind: 'leave', seat: { accountId: 2, seatTakenAtMs: 200 }, roomVersion: 2, safety } as const
    const finished = finishedIn(played().does(exit).battle, 1)
    const shown = finished && resultView(finished, [0, 0], false, 1)
    expect(shown).toMatchObject({ left: true, recorded: true, notCounted: NotCounted.UNSPECIFIED })
    expect(shown).not.toHaveProperty('counted')
  })
})

describe('a recorded result', () => {
  test('has the score of both players, this battle included', () => {
    expect(view({})).toMatchObject({ ownWins: 3, opponentWins: 2, recorded: true, left: false })
    expect(resultView(recorded(), [3, 1], true, 2)).toMatchObject({ ownWins: 2, opponentWins: 3 })
    expect(view({ winnerId: null, noWinner: NoWinner.SPLIT })).toMatchObject({ ownWins: 3, opponentWins: 1 })
    expect(scoreSpan({ endedAtMs: 43_200_001 })).toEqual({ afterMs: 1, untilMs: 43_200_001 })
  })

  test.each([
    ['counts', {}, true, NotCounted.UNSPECIFIED],
    ['counts without a winner', { winnerId: null, noWinner: NoWinner.NONE }, true, NotCounted.UNSPECIFIED],
    ['was too short', { counted: false, played: false }, false, NotCounted.TOO_SHORT],
    ['was one too many of the day', { played: false }, false, NotCounted.PAIR_LIMIT],
    [
      'was interrupted in its rounds',
      { counted: false, played: false, winnerId: null, noWinner: NoWinner.INTERRUPTED, reason: EndReason.INTERRUPTED },
      false,
      NotCounted.INTERRUPTED,
    ],
    [
      'was interrupted in its vote',
      { counted: false, played: false, winnerId: null, noWinner: NoWinner.INTERRUPTED },
      false,
      NotCounted.INTERRUPTED,
    ],
  ])('says that it %s', (_, change, counted, notCounted) => {
    expect(view(change)).toMatchObject({ counted, notCounted })
  })

  test('says whether the win counts, only with a winner and if the battle counts', () => {
    expect(view({}).winCounted).toBe(true)
    expect(view({}, false).winCounted).toBe(false)
    expect(view({ played: false }, false).winCounted).toBeUndefined()
    expect(view({ winnerId: null, noWinner: NoWinner.SPLIT }, false).winCounted).toBeUndefined()
  })

  test('reads the same however a player left', () => {
    const left = { winnerId: null, noWinner: NoWinner.LEFT }
    const gone = view({ ...left, reason: EndReason.LEFT })
    expect(view({ ...left, reason: EndReason.SAFETY, counted: false, played: false })).toEqual(gone)
    expect(view({ ...left, reason: EndReason.FINISHED })).toEqual(gone)
    expect(gone).not.toHaveProperty('counted')
    expect(gone).not.toHaveProperty('winCounted')
    expect(gone).toMatchObject({ notCounted: NotCounted.UNSPECIFIED, recorded: true, left: true })
  })
})
