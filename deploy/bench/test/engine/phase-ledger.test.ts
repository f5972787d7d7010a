import { expect, test } from '@jest/globals'
import { createPhaseLedger } from '../../src/engine/phase-ledger.js'
import type { PhaseTold } from '../../src/engine/updates.js'

const told = (seq: number, change: Partial<PhaseTold> = {}): PhaseTold => ({
  ...{ battle: 'a', seq, phase: seq % 2 ? 'prompt' : 'show', round: Math.ceil(seq / 2), deadlineMs: seq * 1_000 },
  ...change,
})

/** Hears all of it, each half a second after the deadline before; answers the ledger. */
function heard(...all: readonly PhaseTold[]) {
  const ledger = createPhaseLedger()
  ledger.begin()
  let deadlineMs = 0
  for (const one of all) {
    ledger.takes(one, deadlineMs + 500)
    deadlineMs = one.deadlineMs
  }
  return ledger
}

test('phases that come once and in order are no faults', () => {
  const { faults, lateness, battles } = heard(told(1), told(2), told(3)).end(3_000)
  expect(faults).toEqual({})
  expect(lateness).toEqual({ count: 2, p50: 500, p99: 500, max: 500 })
  expect(battles).toBe(1)
})

test('a room that waits for its first battle has no deadline to be late for', () => {
  const waiting = told(1, { phase: undefined, round: 0, deadlineMs: 0 })
  const { faults, lateness } = heard(waiting, told(2, { phase: 'prompt', round: 1 })).end(2_000)
  expect(faults).toEqual({})
  expect(lateness.count).toBe(0)
})

test.each([
  ['changes lost', [told(1), told(3)]],
  ['changes doubled', [told(1), told(2), told(2, { deadlineMs: 2_001 })]],
  ['changes out of order', [told(1), told(2), told(3), told(2)]],
  ['phases in wrong order', [told(1), told(2, { phase: 'prompt', round: 2 })]],
  ['phases in wrong order', [told(1), told(2), told(3, { round: 3 })]],
] as const)('finds %s', (fault, all) => {
  expect(heard(...all).end(0).faults).toEqual({ [fault]: 1 })
})

test('finds phases that ended before their time, and battles of which nothing more is heard', () => {
  const ledger = createPhaseLedger()
  ledger.takes(told(1), 0)
  ledger.takes(told(2), 999)
  expect(ledger.end(12_001).faults).toEqual({ 'phases ended before their time': 1, 'battles forgotten': 1 })
})

test('a change that is told again, word for word, is no other change', () => {
  const { faults, toldAgain, lateness } = heard(told(1), told(2), told(2)).end(0)
  expect({ faults, toldAgain, changes: lateness.count }).toEqual({ faults: {}, toldAgain: 1, changes: 1 })
})

test('lateness counts between the beginning and the end alone', () => {
  const ledger = heard(told(1), told(2))
  ledger.begin()
  ledger.takes(told(3), 2_007)
  expect(ledger.end(3_000).lateness).toMatchObject({ count: 1, max: 7 })
})
