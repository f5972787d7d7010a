import { describe, expect, test } from '@jest/globals'
import { EndReason, NoWinner } from '@kla/proto'
import { viewFor, watchedView } from '../../../src/battle/rules/view.js'
import { ROOM, Table } from '../../support/rules.js'

const finish = { kind: 'finish', accountId: 1 } as const
const vote = (accountId: number, winnerId: number | null) => ({ kind: 'declare-winner', accountId, winnerId }) as const

/** Why there is no winner, as both players and a spectator read it: in the update and in the view. */
function whyIn({ battle, effects }: Table) {
  const update = effects.flatMap((effect) => (effect.kind === 'update' ? [effect.update] : [])).at(-1)
  const views = [viewFor(battle, ROOM, 1), watchedView(battle, ROOM).battle].map((view) => view?.noWinner)
  return [
    ...(update?.events ?? []).flatMap(({ event }) => (event?.$case === 'noUnanimousWinner' ? [event.value.why] : [])),
    ...views,
  ]
}

const voting = (): Table => new Table().begins().does(finish)

describe('the vote', () => {
  test('confirms a winner when both name the same player', () => {
    const table = voting().does(vote(1, 2))
    expect(table.battle).toMatchObject({ phase: 'vote' })
    table.does(vote(2, 2))
    expect(table.names(true)).toEqual(['winnerConfirmed'])
    expect(viewFor(table.battle, ROOM, 1).noWinner).toBeUndefined()
    expect(table.battle).toMatchObject({ phase: 'result', winnerId: 2, durationMs: 45_000 })
    expect(table.outcomes()).toMatchObject([{ winnerId: 2, finishedBy: 1, reason: EndReason.FINISHED }])
  })

  test('uses the alias under which a player sits, even after leaving', () => {
    const room = { seats: [1, 2].map((accountId) => ({ accountId, seatTakenAtMs: accountId, alias: 100 + accountId })) }
    const aliased = new Table().begins(room).does(finish)
    const by = (accountId: number, winnerAlias: number) => ({ ...vote(accountId, winnerAlias), winnerAlias })
    for (const number of [1, 2, 103]) expect(aliased.refusal(by(1, number))).toBe('NO_SUCH_PLAYER')
    aliased.does(by(1, 102)).does(by(2, 102))
    expect(aliased.battle).toMatchObject({ phase: 'result', winnerId: 2 })
    const known = [
      { accountId: 1, alias: 101 },
      { accountId: 2, alias: 102 },
    ]
    expect(viewFor(aliased.battle, 'r', 1).aliases).toEqual(known)
    aliased.passes()
    expect(aliased.battle!.phase).toBe('waiting')
    expect(viewFor(aliased.battle, 'r', 1).aliases).toEqual(known)
  })

  test.each([
    ['they name different players', 1, 2, NoWinner.SPLIT],
    ['one names no winner', 1, null, NoWinner.SPLIT],
    ['both name no winner', null, null, NoWinner.NONE],
  ])('confirms no winner when %s', (_, first, second, why) => {
    const table = voting().does(vote(1, first)).does(vote(2, second))
    expect(table.names(true)).toEqual(['noUnanimousWinner'])
    expect(table.outcomes()).toMatchObject([{ winnerId: null }])
    expect(whyIn(table)).toEqual([why, why, why])
  })

  test('confirms no winner when a vote is missing at the deadline', () => {
    const table = voting().does(vote(1, 1)).passes()
    expect(table.names(true)).toEqual(['noUnanimousWinner'])
    expect(whyIn(table)).toEqual([NoWinner.MISSING_VOTE, NoWinner.MISSING_VOTE, NoWinner.MISSING_VOTE])
    expect(table.refusal(vote(2, 1))).toBe('NOT_VOTING')
  })

  test('accepts one vote per player of the battle', () => {
    const table = voting().does(vote(1, 1))
    expect(table.refusal(vote(1, 2))).toBe('ALREADY_VOTED')
    expect(table.refusal(vote(9, 1))).toBe('NOT_SEATED')
    expect(table.refusal(vote(2, 9))).toBe('NO_SUCH_PLAYER')
    expect(new Table().begins().refusal(vote(1, 1))).toBe('NOT_VOTING')
  })

  test('rejects a vote that was meant for the battle before', () => {
    const table = voting()
    const battleId = table.battle && 'match' in table.battle ? table.battle.match.battleId : ''
    expect(table.refusal({ ...vote(1, 1), battleId: 'another' })).toBe('NOT_VOTING')
    expect(table.does({ ...vote(1, 1), battleId }).battle).toMatchObject({ ballots: [{ accountId: 1 }] })
  })

  test('ends when a player leaves', () => {
    const seat = { accountId: 2, seatTakenAtMs: 200 }
    const table = voting().does(vote(1, 1)).does({ kind: 'leave', seat, roomVersion: 2 })
    expect(table.names(true)).toEqual(['noUnanimousWinner'])
    expect(table.outcomes()).toMatchObject([{ winnerId: null, reason: EndReason.FINISHED }])
  })

  test.each([true, false])('has no winner because a player left, even by the panic exit (%s)', (safety) => {
    const seat = { accountId: 2, seatTakenAtMs: 200 }
    const gone = { kind: 'leave', seat, roomVersion: 2, safety } as const
    for (const table of [
      new Table().begins(),
      voting(),
      voting().does(vote(2, 1)),
      new Table().begins().isLeftAlone(1),
    ])
      expect(whyIn(table.does(gone))).toEqual([NoWinner.LEFT, NoWinner.LEFT, NoWinner.LEFT])
  })

  test('is followed by the result and by waiting for a rematch', () => {
    const table = voting().does(vote(1, 1)).does(vote(2, 1)).passes()
    expect(table.battle).toMatchObject({ phase: 'waiting', ready: [], lastBattle: { players: [1, 2] } })
    expect(table.begins().battle).toMatchObject({ phase: 'prompt', match: { round: 1 } })
  })
})

describe('a battle', () => {
  test.each([
    ['rush', 179_999, false],
    ['rush', 180_000, true],
    ['stamina', 1_199_999, false],
    ['stamina', 1_200_000, true],
  ] as const)('of %s that ended after %d ms counts: %s', (mode, ms, counted) => {
    const table = new Table().begins({ mode }).after(ms).does(finish).passes()
    expect(table.outcomes()).toMatchObject([{ counted }])
  })
})

const AWAY_MS = 14 * 60_000
const VOID = { winnerId: null, counted: false }

describe('an absence of all engines', () => {
  test('ends an interrupted battle at its next deadline, without a vote, and does not count it', () => {
    for (const table of [new Table().begins(), new Table().begins().passes()]) {
      table.isLeftAlone(AWAY_MS).passes()
      expect(table.outcomes()).toMatchObject([{ ...VOID, reason: EndReason.INTERRUPTED, finishedBy: null }])
      expect(table.battle).toMatchObject({ phase: 'result', winnerId: null })
      expect(table.names(true)).toEqual(['endGame', 'noUnanimousWinner'])
      expect(whyIn(table)).toEqual([NoWinner.INTERRUPTED, NoWinner.INTERRUPTED, NoWinner.INTERRUPTED])
      table.passes()
      expect(table.battle).toMatchObject({ phase: 'waiting' })
    }
  })

  test('gives no win to a player who finishes after the interruption', () => {
    const table = new Table().begins().isLeftAlone(AWAY_MS).does({ kind: 'finish', accountId: 1 })
    expect(table.outcomes()).toMatchObject([{ ...VOID, reason: EndReason.INTERRUPTED }])
  })

  test('ends an interrupted vote without a winner, and does not count it when a player leaves', () => {
    const voting = new Table().begins().after(AWAY_MS).does({ kind: 'finish', accountId: 1 }).isLeftAlone(60_000)
    for (const accountId of [1, 2]) voting.does({ kind: 'declare-winner', accountId, winnerId: 2 })
    expect(voting.outcomes()).toMatchObject([{ ...VOID, reason: EndReason.FINISHED }])
    expect(whyIn(voting)[0]).toBe(NoWinner.INTERRUPTED)
    const left = new Table().begins().isLeftAlone(AWAY_MS)
    left.does({ kind: 'leave', seat: { accountId: 1, seatTakenAtMs: 100 }, roomVersion: 2 })
    expect(left.outcomes()).toMatchObject([VOID])
  })

  test('counts a battle that began after the interruption', () => {
    const table = new Table().isLeftAlone(AWAY_MS).after(1_000).begins().after(AWAY_MS)
    table.does({ kind: 'finish', accountId: 1 })
    for (const accountId of [1, 2]) table.does({ kind: 'declare-winner', accountId, winnerId: 1 })
    expect(table.outcomes()).toMatchObject([{ winnerId: 1, counted: true }])
  })
})
