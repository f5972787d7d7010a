import { describe, expect, test } from '@jest/globals'
import { featuredCup, newerCup, type NextTie, nextTieWords } from '../../../src/entities/cup/cups.js'
import { cup, entry, summary } from './cup-data.js'

describe('featured cup', () => {
  const late = summary({ id: 'late', starts_at: '2026-12-01T20:00:00Z' })
  const soon = summary({ id: 'soon', starts_at: '2026-11-22T20:00:00Z' })
  const running = summary({ id: 'running', state: 'running' })
  const past = summary({ id: 'past', state: 'finished' })

  test('the one that begins first is pointed at', () => {
    expect(featuredCup([running, late, soon, past])?.id).toBe('soon')
  })

  test('one with a free place goes before one without', () => {
    expect(featuredCup([{ ...soon, entered: 4 }, late])?.id).toBe('late')
    expect(featuredCup([{ ...soon, entered: 4 }])?.id).toBe('soon')
  })

  test('else one that runs, else none', () => {
    expect(featuredCup([past, running])?.id).toBe('running')
    expect(featuredCup([past])).toBeNull()
    expect(featuredCup([])).toBeNull()
  })
})

describe('newer cup', () => {
  test('an answer that was overtaken is no news', () => {
    const held = cup({ version: 5 })
    expect(newerCup(held, cup({ version: 4 }))).toBe(held)
  })

  test('what is as new is taken: it may say more about oneself', () => {
    const told = cup({ version: 5, you: { entered: true, checked_in: false } })
    expect(newerCup(cup({ version: 5 }), told)).toBe(told)
  })
})

describe('next tie words', () => {
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
})
