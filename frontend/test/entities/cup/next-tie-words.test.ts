import { expect, test } from '@jest/globals'
import type { NextTie } from '../../../src/entities/cup/cups.js'
import { nextTieWords } from '../../../src/entities/cup/next-tie-words.js'
import { entry } from './cup-data.js'

const next = (given: Partial<NextTie>): NextTie => ({
  cup_id: 'cup',
  cup_name: 'Midnight Cup',
  check_in_due: false,
  tie_id: '1-1',
  state: 'waiting',
  opponent: null,
  room_id: null,
  deadline: null,
  ...given,
})

test('a check-in that is due asks for it', () => {
  expect(nextTieWords(next({ check_in_due: true, tie_id: null, state: null })).act).toBe('Check in')
})

test('a called tie and one that is on lead to it, and say against whom', () => {
  const opponent = entry(2, 'Bea')
  expect(nextTieWords(next({ state: 'called', opponent }))).toEqual({
    text: 'Your tie against Bea is called.',
    act: 'Go to your tie',
  })
  expect(nextTieWords(next({ state: 'playing', opponent })).act).toBe('Go to your tie')
})

test('where there is nothing to do, nothing is asked', () => {
  expect(nextTieWords(next({ state: 'waiting' })).act).toBeNull()
  expect(nextTieWords(next({ state: 'disputed' })).act).toBeNull()
  expect(nextTieWords(next({ state: null, tie_id: null })).act).toBeNull()
})
