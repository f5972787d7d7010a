import { describe, expect, test } from '@jest/globals'
import { featuredCup, newerCup } from '../../../src/entities/cup/cups.js'
import { type NextTie, nextTieWords } from '../../../src/entities/cup/next-tie.js'
import { cup, entry, summary } from './cup-data.js'

describe('featuredCup', () => {
  const late = summary({ id: 'late', starts_at: '2026-12-01T20:00:00Z' })
  const soon = summary({ id: 'soon', starts_at: '2026-11-22T20:00:00Z' })
  const running = summary({ id: 'running', state: 'running' })
  const past = summary({ id: 'past', state: 'finished' })

  test('picks the cup that begins first', () => {
    expect(featuredCup([running, late, soon, past])?.id).toBe('soon')
  })

  test('prefers a cup with a free place', () => {
    expect(featuredCup([{ ...soon, entered: 4 }, late])?.id).toBe('late')
    expect(featuredCup([{ ...soon, entered: 4 }])?.id).toBe('soon')
  })

  test('falls back to a running cup, then to none', () => {
    expect(featuredCup([past, running])?.id).toBe('running')
    expect(featuredCup([past])).toBeNull()
    expect(featuredCup([])).toBeNull()
  })
})

describe('newerCup', () => {
  test('ignores an outdated response', () => {
    const held = cup({ version: 5 })
    expect(newerCup(held, cup({ version: 4 }))).toBe(held)
  })

  test('takes a response of the same revision, which may know more about this player', () => {
    const told = cup({ version: 5, you: { entered: true, checked_in: false } })
    expect(newerCup(cup({ version: 5 }), told)).toBe(told)
  })
})

describe('nextTieWords', () => {
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

  test('asks for a check-in that is due', () => {
    expect(nextTieWords(next({ check_in_due: true, tie_id: null, state: null })).act).toBe('Check in')
  })

  test('links to a called or running tie and names the opponent', () => {
    const opponent = entry(2, 'Bea')
    expect(nextTieWords(next({ state: 'called', opponent }))).toEqual({
      text: 'Your tie against Bea is called.',
      act: 'Go to your tie',
    })
    expect(nextTieWords(next({ state: 'playing', opponent })).act).toBe('Go to your tie')
  })

  test('offers no action while the player can only wait', () => {
    expect(nextTieWords(next({ state: 'waiting' })).act).toBeNull()
    expect(nextTieWords(next({ state: 'disputed' })).act).toBeNull()
    expect(nextTieWords(next({ state: null, tie_id: null })).act).toBeNull()
  })
})
