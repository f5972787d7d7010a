import { expect, test } from '@jest/globals'
import { featuredCup } from '../../../src/entities/cup/featured-cup.js'
import { summary } from './cup-data.js'

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
