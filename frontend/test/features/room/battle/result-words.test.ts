import { describe, expect, test } from '@jest/globals'
import {
  countedWords,
  gainWords,
  isOpen,
  rematchWords,
  type Result,
  tierProgress,
} from '../../../../src/features/room/battle/result-words.js'
import { ME } from '../room-state-data.js'

const result: Result = {
  battle_id: 'b1',
  mode: 'rush',
  winner_id: ME,
  ended_at: '2026-11-27T20:00:00.000Z',
  counted: true,
  not_counted: null,
  win_counted: true,
  score: { you: 2, opponent: 1 },
  points: null,
  settled: true,
}

describe('countedWords', () => {
  const say = (change: Partial<Result>) => countedWords({ ...result, ...change })

  test('says nothing while it is open', () => {
    expect(say({ counted: null })).toBeNull()
  })

  test('says that a battle counts, and what its win is worth', () => {
    expect(say({})).toBe('This battle counts.')
    expect(say({ win_counted: null, winner_id: null })).toBe('This battle counts.')
    expect(say({ win_counted: false })).toContain('Only 10 wins a season')
  })

  test('gives the rule where a battle does not count', () => {
    expect(say({ counted: false, not_counted: 'too-short' })).toContain('Rush battles count after 3 minutes.')
    expect(say({ counted: false, not_counted: 'too-short', mode: 'stamina' })).toContain('after 20 minutes.')
    expect(say({ counted: false, not_counted: 'pair-limit' })).toContain('first 3 battles a day')
    expect(say({ counted: false, not_counted: 'interrupted' })).toContain('interrupted')
  })
})

describe('points', () => {
  const points = {
    season: 'Autumn',
    gained: 12,
    total: 38,
    next_tier: { tier: 3, points: 50, previous_points: 20 },
  }

  test('are what the battle brought', () => {
    expect(gainWords(points)).toBe('+12 points')
    expect(gainWords({ ...points, gained: 1 })).toBe('+1 point')
    expect(gainWords({ ...points, gained: 0 })).toBe('No points')
  })

  test('lead to the next tier, until there is none', () => {
    expect(tierProgress(points)).toEqual({ share: 0.6, text: '38 of 50 to tier 3' })
    expect(tierProgress({ ...points, next_tier: null })).toEqual({ share: 1, text: 'Every tier reached' })
  })
})

test('is read until settled, fifteen times at most', () => {
  expect(isOpen(undefined, 1)).toBe(true)
  expect(isOpen(null, 14)).toBe(true)
  expect(isOpen({ ...result, settled: false }, 14)).toBe(true)
  expect(isOpen({ ...result, settled: false }, 15)).toBe(false)
  expect(isOpen(result, 1)).toBe(false)
})

test('asks for a rematch by who has pressed', () => {
  const say = (change: Partial<Parameters<typeof rematchWords>[0]>) =>
    rematchWords({ opponent: 'Jonas', again: true, isReady: false, isOpponentReady: false, ...change })
  expect(say({})).toBe('Play again?')
  expect(say({ isOpponentReady: true })).toBe('Jonas wants a rematch')
  expect(say({ isReady: true })).toBe('Waiting for Jonas…')
  expect(say({ again: false, isOpponentReady: true })).toBe('Jonas is ready. Are you?')
})
