import { expect, test } from '@jest/globals'
import { TIE_HOWS } from '@kla/proto/web'
import { namesOf, sideWords, statusWords, tieSentence } from '../../../src/features/cups/words.js'
import { TIE_HOW } from '../../../src/texts/cup.js'
import { entry, tie } from '../../entities/cup/cup-data.js'

const names = namesOf([entry(1, 'Ada'), entry(2, 'Bea')])
const both = { player_a: 1, player_b: 2 }

test('names the player of a place, or explains why it is empty', () => {
  expect(sideWords(tie('1-1', both), 1, names)).toBe('Ada')
  expect(sideWords(tie('2-1'), null, names)).toBe('To be decided')
  expect(sideWords(tie('1-1', { player_a: 1, state: 'decided', how: 'bye' }), null, names)).toBe('No one')
})

test('describe every way to decide a tie', () => {
  expect(new Set(TIE_HOWS.map((how) => TIE_HOW[how])).size).toBe(TIE_HOWS.length)
})

test('describe the state of an open tie', () => {
  expect(tieSentence(tie('1-1', both), names)).toBe('Ada against Bea.')
  expect(tieSentence(tie('1-1', { ...both, state: 'playing' }), names)).toBe('Ada against Bea: playing now.')
  expect(tieSentence(tie('2-1', { player_b: 2 }), names)).toBe('To be decided against Bea.')
})

const decided = { ...both, state: 'decided' as const }

test('name the winner of a decided tie on either side, and how it was decided', () => {
  expect(tieSentence(tie('1-1', { ...decided, how: 'vote', winner_id: 2 }), names)).toBe(
    'Bea won against Ada, by vote.',
  )
  expect(tieSentence(tie('1-1', { ...decided, how: 'walk-over', winner_id: 1 }), names)).toBe(
    "Ada goes through: Bea wasn't there.",
  )
  for (const player_b of [null, 2]) {
    expect(tieSentence(tie('1-1', { ...decided, player_b, how: 'bye', winner_id: 1 }), names)).toBe(
      'Ada goes through without a battle.',
    )
  }
})

test('say when no one goes through', () => {
  expect(tieSentence(tie('1-1', { ...decided, how: 'void' }), names)).toBe('Ada against Bea: no one goes through.')
  expect(statusWords(tie('1-1', { ...decided, how: 'void' }))).toBe('No one goes through')
})
