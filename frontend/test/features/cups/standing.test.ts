import { expect, test } from '@jest/globals'
import { opponentIn, standingIn } from '../../../src/features/cups/standing.js'
import { cup, tie } from '../../entities/cup/cup-data.js'

const ME = 1
const entered = { entered: true, checked_in: false }
const checkedIn = { entered: true, checked_in: true }
const outside = { entered: false, checked_in: false }

test('before the draw one may enter, while there is a place', () => {
  expect(standingIn(cup({ you: outside, entered: 3 }), ME)).toEqual({ kind: 'outside', full: false })
  expect(standingIn(cup({ you: outside, entered: 4 }), ME)).toEqual({ kind: 'outside', full: true })
  expect(standingIn(cup({ you: null, state: 'check-in' }), ME)).toEqual({ kind: 'outside', full: false })
})

test('who has entered waits for the check-in, is asked for it, and has done it', () => {
  expect(standingIn(cup({ you: entered }), ME)).toEqual({ kind: 'entered' })
  expect(standingIn(cup({ you: entered, state: 'check-in' }), ME)).toEqual({ kind: 'check-in-due' })
  expect(standingIn(cup({ you: checkedIn, state: 'check-in' }), ME)).toEqual({ kind: 'checked-in' })
})

test('who was not checked in at the draw has missed it', () => {
  const running = cup({ state: 'running', you: entered, ties: [tie('1-1', { player_a: 2, player_b: 3 })] })
  expect(standingIn(running, ME)).toEqual({ kind: 'missed' })
})

const won = tie('1-1', { player_a: ME, player_b: 2, state: 'decided', how: 'vote', winner_id: ME })

test('the tie that is not decided is the one to play', () => {
  const next = tie('2-1', { player_a: ME, state: 'waiting' })
  expect(standingIn(cup({ state: 'running', you: checkedIn, ties: [won, next] }), ME)).toEqual({ kind: 'tie', tie: next })
})

test('who lost is out; so is who was in a tie from which nobody goes on', () => {
  const lost = { ...won, winner_id: 2 }
  expect(standingIn(cup({ state: 'running', you: checkedIn, ties: [lost] }), ME)).toEqual({ kind: 'out', tie: lost })
  const nobody = { ...won, how: 'void' as const, winner_id: null }
  expect(standingIn(cup({ state: 'finished', you: checkedIn, ties: [nobody] }), ME).kind).toBe('out')
})

test('the champion is', () => {
  const champion = { id: ME, username: 'Ada' }
  expect(standingIn(cup({ state: 'finished', you: checkedIn, ties: [won], champion }), ME)).toEqual({ kind: 'champion' })
})

test('everybody else looks on', () => {
  const ties = [tie('1-1', { player_a: 2, player_b: 3 })]
  expect(standingIn(cup({ state: 'running', you: outside, ties }), ME)).toEqual({ kind: 'onlooker' })
  expect(standingIn(cup({ state: 'cancelled', you: entered }), ME)).toEqual({ kind: 'onlooker' })
})

test('a cup that was cancelled has no tie left to play', () => {
  const open = tie('1-1', { player_a: ME, player_b: 2, state: 'called' })
  expect(standingIn(cup({ state: 'cancelled', you: checkedIn, ties: [open] }), ME)).toEqual({ kind: 'onlooker' })
})

test('the opponent is the other one, on whichever side', () => {
  expect(opponentIn(won, ME)).toBe(2)
  expect(opponentIn(won, 2)).toBe(ME)
  expect(opponentIn(tie('2-1', { player_b: ME }), ME)).toBeNull()
})
