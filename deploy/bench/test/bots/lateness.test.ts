import { expect, test } from '@jest/globals'
import { createLatenessMeter, percentile } from '../../src/bots/index.js'

test('a phase that follows its deadline is late by what lies between', () => {
  const late: number[] = []
  const meter = createLatenessMeter((ms) => late.push(ms))
  meter.takes({ event: 'prompt-gif', data: { round: 1, deadline: 1_000, durationMs: 10 }, atMs: 990 })
  meter.takes({ event: 'show-gif', data: { round: 1, deadline: 2_000, durationMs: 10 }, atMs: 1_007 })
  expect(late).toEqual([7])
})

test('a phase that players ended early says nothing', () => {
  const late: number[] = []
  const meter = createLatenessMeter((ms) => late.push(ms))
  meter.takes({ event: 'prompt-gif', data: { round: 1, deadline: 1_000, durationMs: 10 }, atMs: 990 })
  meter.takes({ event: 'show-gif', data: { round: 1, deadline: 2_000, durationMs: 10 }, atMs: 995 })
  expect(late).toEqual([])
})

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([51, 100, 100])
  expect(percentile([], 0.5)).toBe(0)
})
