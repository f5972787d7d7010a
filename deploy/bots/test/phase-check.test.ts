import { expect, test } from '@jest/globals'
import { createLatenessMeter, createPhaseCheck, percentile, type PhaseCheck, type Received } from '../src/index.js'

const timing = { deadline: 0, durationMs: 1 }

const prompt = (round: number): Received[] => [
  { event: 'prompt-gif', data: { round, ...timing }, atMs: 0 },
  { event: 'gif-options', data: { round, options: [] }, atMs: 0 },
]
const show = (round: number): Received[] => [
  { event: 'show-gif', data: { round, ...timing }, atMs: 0 },
  { event: 'receive-gif', data: { round, gifUrl: 'x', wildCard: false }, atMs: 0 },
]
const end: Received = { event: 'end-game', data: { ...timing, reason: 'finished', finishedBy: 1 }, atMs: 0 }
const nobody: Received = { event: 'no-unanimous-winner', data: { ...timing, why: 'split' }, atMs: 0 }

function checkOf(events: Received[]): PhaseCheck {
  const check = createPhaseCheck()
  for (const event of events) check.takes(event)
  return check
}

test('accepts a battle and its rematch', () => {
  const battle = [...prompt(1), ...show(1), ...prompt(2), ...show(2), end, nobody]
  const check = checkOf([...battle, ...battle])
  expect(check.faults).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 })
  expect(check.seen.slice(0, 6)).toEqual(['prompt 1', 'show 1', 'prompt 2', 'show 2', 'vote', 'result'])
})

test('counts a phase that never came', () => {
  expect(checkOf([...prompt(1), ...prompt(2)]).faults.lost).toBe(1)
  expect(checkOf([...prompt(1), ...show(1), nobody]).faults.lost).toBe(1)
})

test('counts a duplicated phase', () => {
  expect(checkOf([...prompt(1), ...show(1), ...show(1)]).faults.doubled).toBeGreaterThan(0)
})

test('counts a phase that came too late', () => {
  expect(checkOf([...prompt(1), ...show(1), ...prompt(2), ...show(1)]).faults.outOfOrder).toBe(1)
})

test('counts missing options and GIFs', () => {
  const [promptOnly] = prompt(1)
  const [showOnly] = show(1)
  expect(checkOf([...prompt(1), showOnly as Received, ...prompt(2)]).faults.lost).toBe(1)
  expect(checkOf([promptOnly as Received, ...show(1)]).faults.lost).toBe(1)
})

test('measures a phase from the deadline before it', () => {
  const late: number[] = []
  const meter = createLatenessMeter((ms) => late.push(ms))
  meter.takes({ event: 'prompt-gif', data: { round: 1, deadline: 1_000, durationMs: 10 }, atMs: 990 })
  meter.takes({ event: 'show-gif', data: { round: 1, deadline: 2_000, durationMs: 10 }, atMs: 1_007 })
  expect(late).toEqual([7])
})

test('ignores a phase that players ended early', () => {
  const late: number[] = []
  const meter = createLatenessMeter((ms) => late.push(ms))
  meter.takes({ event: 'prompt-gif', data: { round: 1, deadline: 1_000, durationMs: 10 }, atMs: 990 })
  meter.takes({ event: 'show-gif', data: { round: 1, deadline: 2_000, durationMs: 10 }, atMs: 995 })
  expect(late).toEqual([])
})

test('returns measured values as percentiles', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([51, 100, 100])
  expect(percentile([], 0.5)).toBe(0)
})
