import { expect, test } from '@jest/globals'
import { characterCount, ROOM_NAME_MAX, seedOrder } from '@kla/proto/web'
import { tieRoomName } from '../../../src/cups/rules/cup.js'
import { drawnCup } from './cup-play.js'

test('names rooms after the cup and the round, counted from the final', () => {
  const { cup } = drawnCup(16)
  const names = cup.ties.filter(({ position }) => position === 1).map((tie) => tieRoomName(cup, tie))
  expect(names).toEqual([
    'Friday Cup: Round 1',
    'Friday Cup: Quarter-final',
    'Friday Cup: Semi-final',
    'Friday Cup: Final',
  ])
})

test('cuts the longest cup name to leave room for the round', () => {
  const { cup, tie } = drawnCup(8)
  const name = tieRoomName({ ...cup, name: '🏆'.repeat(60) }, tie('1-1'))
  expect([...name]).toHaveLength(ROOM_NAME_MAX)
  expect(name).toMatch(/^🏆+…: Quarter-final$/u)
})

test('splits no emoji and no letter from its mark', () => {
  const { cup, tie } = drawnCup(8)
  for (const character of ['👨‍👩‍👧‍👦', '🇻🇳', 'कि']) {
    const name = tieRoomName({ ...cup, name: character.repeat(60) }, tie('1-1'))
    expect([characterCount(name), name]).toEqual([
      ROOM_NAME_MAX,
      expect.stringMatching(`^(${character})+…: Quarter-final$`),
    ])
  }
})

test('places seeds as brackets do', () => {
  expect(seedOrder(2)).toEqual([1, 2])
  expect(seedOrder(11)).toEqual([1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11])
})
