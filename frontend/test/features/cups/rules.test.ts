import { describe, expect, test } from '@jest/globals'
import {
  currentRound,
  groupCups,
  opponentIn,
  roundName,
  roundsOf,
  statusIn,
  tieName,
} from '../../../src/features/cups/rules.js'
import { cup, summary, tie } from '../../entities/cup/cup-data.js'

describe('groupCups', () => {
  const ids = (cups: readonly { id: string }[]) => cups.map(({ id }) => id)

  test('groups cups into upcoming, running and past', () => {
    const { upcoming, running, past } = groupCups([
      summary({ id: 'over', state: 'finished', ended_at: '2026-11-20T20:00:00Z' }),
      summary({ id: 'later', starts_at: '2026-11-23T20:00:00Z' }),
      summary({ id: 'on', state: 'running' }),
      summary({ id: 'sooner', state: 'check-in', starts_at: '2026-11-22T20:00:00Z' }),
      summary({ id: 'off', state: 'cancelled', ended_at: '2026-11-21T20:00:00Z' }),
    ])
    expect(ids(upcoming)).toEqual(['sooner', 'later'])
    expect(ids(running)).toEqual(['on'])
    expect(ids(past)).toEqual(['off', 'over'])
  })

  test('returns empty groups without cups', () => {
    expect(groupCups([])).toEqual({ upcoming: [], running: [], past: [] })
  })
})

describe('rounds', () => {
  const eight = ['2-2', '1-4', '1-1', '3-1', '1-3', '2-1', '1-2'].map((id) => tie(id))
  const decided = (id: string) => tie(id, { state: 'decided', how: 'vote', winner_id: 1 })

  test('are named from the final backwards', () => {
    expect([1, 2, 3, 4, 5, 6].map((round) => roundName(round, 6))).toEqual([
      'Round of 64',
      'Round of 32',
      'Round of 16',
      'Quarter-finals',
      'Semi-finals',
      'Final',
    ])
    expect(roundName(1, 1)).toBe('Final')
  })

  test('name a single tie after its round', () => {
    expect(tieName(2, 4)).toBe('Quarter-final')
    expect(tieName(4, 4)).toBe('Final')
    expect(tieName(1, 4)).toBe('Round of 16')
  })

  test('order ties by round and position', () => {
    expect(roundsOf(eight).map(({ ties }) => ties.map(({ id }) => id))).toEqual([
      ['1-1', '1-2', '1-3', '1-4'],
      ['2-1', '2-2'],
      ['3-1'],
    ])
  })

  test('are empty without ties', () => {
    expect(roundsOf([])).toEqual([])
  })

  test('open at the first round that is not over, or else at the final', () => {
    expect(currentRound(roundsOf(eight))).toBe(1)
    const first = ['1-1', '1-2'].map(decided)
    expect(currentRound(roundsOf([...first, tie('2-1')]))).toBe(2)
    expect(currentRound(roundsOf([...first, decided('2-1')]))).toBe(2)
  })
})

describe('statusIn', () => {
  const ME = 1
  const entered = { entered: true, checked_in: false }
  const checkedIn = { entered: true, checked_in: true }
  const outside = { entered: false, checked_in: false }

  test('offers entry before the draw while there is a place', () => {
    expect(statusIn(cup({ you: outside, entered: 3 }), ME)).toEqual({ kind: 'outside', full: false })
    expect(statusIn(cup({ you: outside, entered: 4 }), ME)).toEqual({ kind: 'outside', full: true })
    expect(statusIn(cup({ you: null, state: 'check-in' }), ME)).toEqual({ kind: 'outside', full: false })
  })

  test('distinguishes entered, check-in due and checked in', () => {
    expect(statusIn(cup({ you: entered }), ME)).toEqual({ kind: 'entered' })
    expect(statusIn(cup({ you: entered, state: 'check-in' }), ME)).toEqual({ kind: 'check-in-due' })
    expect(statusIn(cup({ you: checkedIn, state: 'check-in' }), ME)).toEqual({ kind: 'checked-in' })
  })

  test('reports a missed check-in after the draw', () => {
    const running = cup({ state: 'running', you: entered, ties: [tie('1-1', { player_a: 2, player_b: 3 })] })
    expect(statusIn(running, ME)).toEqual({ kind: 'missed' })
  })

  const won = tie('1-1', { player_a: ME, player_b: 2, state: 'decided', how: 'vote', winner_id: ME })

  test('returns the undecided tie', () => {
    const next = tie('2-1', { player_a: ME, state: 'waiting' })
    expect(statusIn(cup({ state: 'running', you: checkedIn, ties: [won, next] }), ME)).toEqual({
      kind: 'tie',
      tie: next,
    })
  })

  test('reports a player who lost, or whose tie had no winner, as out', () => {
    const lost = { ...won, winner_id: 2 }
    expect(statusIn(cup({ state: 'running', you: checkedIn, ties: [lost] }), ME)).toEqual({ kind: 'out', tie: lost })
    const nobody = { ...won, how: 'void' as const, winner_id: null }
    expect(statusIn(cup({ state: 'finished', you: checkedIn, ties: [nobody] }), ME).kind).toBe('out')
  })

  test('reports the champion', () => {
    const champion = { id: ME, username: 'Ada' }
    expect(statusIn(cup({ state: 'finished', you: checkedIn, ties: [won], champion }), ME)).toEqual({
      kind: 'champion',
    })
  })

  test('reports everyone else as onlooker', () => {
    const ties = [tie('1-1', { player_a: 2, player_b: 3 })]
    expect(statusIn(cup({ state: 'running', you: outside, ties }), ME)).toEqual({ kind: 'onlooker' })
    expect(statusIn(cup({ state: 'cancelled', you: entered }), ME)).toEqual({ kind: 'onlooker' })
  })

  test('has no tie to play in a cancelled cup', () => {
    const open = tie('1-1', { player_a: ME, player_b: 2, state: 'called' })
    expect(statusIn(cup({ state: 'cancelled', you: checkedIn, ties: [open] }), ME)).toEqual({ kind: 'onlooker' })
  })

  test('finds the opponent on either side', () => {
    expect(opponentIn(won, ME)).toBe(2)
    expect(opponentIn(won, 2)).toBe(ME)
    expect(opponentIn(tie('2-1', { player_b: ME }), ME)).toBeNull()
  })
})
