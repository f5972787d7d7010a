import { describe, expect, test } from '@jest/globals'
import { clockFace, remainingMs, shownSeconds, spokenTime, urgencyOf } from '../../../src/shared/time/remaining.js'

test('never falls below zero', () => {
  expect(remainingMs(1_000, 400)).toBe(600)
  expect(remainingMs(1_000, 4_000)).toBe(0)
})

test('shows a second until it is over', () => {
  expect([10_000, 9_999, 9_001, 9_000, 1, 0].map(shownSeconds)).toEqual([10, 10, 10, 9, 1, 0])
})

test('shows minutes from one minute on', () => {
  expect([300, 61, 60, 59, 5, 0].map(clockFace)).toEqual(['5:00', '1:01', '1:00', '59', '5', '0'])
})

describe('urgency', () => {
  test.each([
    [40_000, 'calm'],
    [20_001, 'calm'],
    [20_000, 'warning'],
    [10_001, 'warning'],
    [10_000, 'alert'],
    [0, 'alert'],
  ])('with %i ms of 40 s left is %s', (leftMs, urgency) => {
    expect(urgencyOf(leftMs, 40_000)).toBe(urgency)
  })
})

test('announces minutes first, then tens of seconds', () => {
  const spoken = Array.from({ length: 300 }, (_, index) => spokenTime(300 - index)).filter((text) => text !== null)
  expect(spoken).toEqual([
    '5 minutes left',
    '4 minutes left',
    '3 minutes left',
    '2 minutes left',
    '1 minute left',
    '50 seconds left',
    '40 seconds left',
    '30 seconds left',
    '20 seconds left',
    '10 seconds left',
  ])
  expect(spokenTime(0)).toBeNull()
})
