import { expect, test } from '@jest/globals'
import { currentRound, roundName, roundsOf, tieName } from '../../../src/features/cups/bracket/rounds.js'
import { tie } from '../../entities/cup/cup-data.js'

const eight = ['2-2', '1-4', '1-1', '3-1', '1-3', '2-1', '1-2'].map((id) => tie(id))
const decided = (id: string) => tie(id, { state: 'decided', how: 'vote', winner_id: 1 })

test('rounds are named from the final backwards', () => {
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

test('one tie has the name of its round', () => {
  expect(tieName(2, 4)).toBe('Quarter-final')
  expect(tieName(4, 4)).toBe('Final')
  expect(tieName(1, 4)).toBe('Round of 16')
})

test('ties stand by round and position, in whatever order they came', () => {
  expect(roundsOf(eight).map(({ ties }) => ties.map(({ id }) => id))).toEqual([
    ['1-1', '1-2', '1-3', '1-4'],
    ['2-1', '2-2'],
    ['3-1'],
  ])
})

test('no ties, no rounds', () => {
  expect(roundsOf([])).toEqual([])
})

test('the round to look at is the first that is not over, and in the end the final', () => {
  expect(currentRound(roundsOf(eight))).toBe(1)
  const first = ['1-1', '1-2'].map(decided)
  expect(currentRound(roundsOf([...first, tie('2-1')]))).toBe(2)
  expect(currentRound(roundsOf([...first, decided('2-1')]))).toBe(2)
})
