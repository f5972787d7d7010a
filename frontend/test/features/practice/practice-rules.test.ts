import { describe, expect, test } from '@jest/globals'
import { PROMPT_MS, SHOW_MS } from '@kla/proto/web'
import {
  HAND_SIZE,
  type Move,
  type Practice,
  practise,
  resultWords,
} from '../../../src/features/practice/practice-rules.js'

const NOW = 1_000_000
const after = (...moves: Move[]): Practice => moves.reduce(practise, { step: 'intro' } as Practice)
const deal: Move = { type: 'deal', nowMs: NOW }
const pick: Move = { type: 'pick', card: 2, nowMs: NOW + 1, chance: 0.5 }

describe('a practice round', () => {
  test('gives ten seconds to pick a card', () => {
    expect(after(deal)).toEqual({ step: 'pick', round: 1, endsAt: NOW + PROMPT_MS })
  })

  test('shows both picks for as long as a battle does', () => {
    expect(after(deal, pick)).toEqual({
      step: 'show',
      round: 1,
      endsAt: NOW + 1 + SHOW_MS,
      picked: 2,
      received: 3,
      inTime: true,
    })
  })

  test.each([
    [0, 1],
    [0.999_999, HAND_SIZE],
  ])('picks for a player who runs out of time (chance %d)', (chance, picked) => {
    expect(after(deal, { type: 'time-up', nowMs: NOW, chance })).toMatchObject({ step: 'show', picked, inTime: false })
  })

  test.each<[string, Move]>([
    ['its time is up', { type: 'time-up', nowMs: NOW + 5, chance: 0 }],
    ['the player skips', { type: 'deal', nowMs: NOW + 5 }],
  ])('is followed by the next when %s', (_, move) => {
    expect(after(deal, pick, move)).toEqual({ step: 'pick', round: 2, endsAt: NOW + 5 + PROMPT_MS })
  })

  test.each([[[deal]], [[deal, pick]]])('ends in a vote when the player finishes', (moves) => {
    expect(after(...moves, { type: 'finish' })).toEqual({ step: 'vote' })
  })

  test('begins again at round 1 after the result', () => {
    const voted = after(deal, pick, { type: 'finish' }, { type: 'vote', vote: 'you' })
    expect(voted).toEqual({ step: 'result', vote: 'you' })
    expect(practise(voted, deal)).toMatchObject({ step: 'pick', round: 1 })
  })

  test.each<[string, Practice, Move]>([
    ['a second pick', after(deal, pick), { ...pick, card: 4 }],
    ['a deal during the pick', after(deal), { type: 'deal', nowMs: NOW + 9 }],
    ['a finish before the first card', after(), { type: 'finish' }],
    ['time that ends during the vote', after(deal, { type: 'finish' }), { type: 'time-up', nowMs: NOW, chance: 0 }],
    ['a vote before the end', after(deal), { type: 'vote', vote: 'you' }],
  ])('ignores %s', (_, state, move) => {
    expect(practise(state, move)).toBe(state)
  })
})

describe('the practice result', () => {
  test('is a win only if both votes agree', () => {
    expect(resultWords('you').title).toBe('You win')
    expect(resultWords('opponent').title).toBe('No winner')
    expect(resultWords('none').title).toBe('No winner')
  })
})
