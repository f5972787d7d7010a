import { expect, test } from '@jest/globals'
import { createPhaseCheck, type PhaseCheck, type Received } from '../../src/bots/index.js'

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
const nobody: Received = { event: 'no-unanimous-winner', data: timing, atMs: 0 }

function checkOf(events: Received[]): PhaseCheck {
  const check = createPhaseCheck()
  for (const event of events) check.takes(event)
  return check
}

test('finds nothing wrong with a battle and its rematch', () => {
  const battle = [...prompt(1), ...show(1), ...prompt(2), ...show(2), end, nobody]
  const check = checkOf([...battle, ...battle])
  expect(check.faults).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 })
  expect(check.seen.slice(0, 6)).toEqual(['prompt 1', 'show 1', 'prompt 2', 'show 2', 'vote', 'result'])
})

test('counts a phase that never came', () => {
  expect(checkOf([...prompt(1), ...prompt(2)]).faults.lost).toBe(1)
  expect(checkOf([...prompt(1), ...show(1), nobody]).faults.lost).toBe(1)
})

test('counts a phase that came twice', () => {
  expect(checkOf([...prompt(1), ...show(1), ...show(1)]).faults.doubled).toBeGreaterThan(0)
})

test('counts a phase that came late', () => {
  expect(checkOf([...prompt(1), ...show(1), ...prompt(2), ...show(1)]).faults.outOfOrder).toBe(1)
})

test('counts options and GIFs that never came', () => {
  const [promptOnly] = prompt(1)
  const [showOnly] = show(1)
  expect(checkOf([...prompt(1), showOnly as Received, ...prompt(2)]).faults.lost).toBe(1)
  expect(checkOf([promptOnly as Received, ...show(1)]).faults.lost).toBe(1)
})
