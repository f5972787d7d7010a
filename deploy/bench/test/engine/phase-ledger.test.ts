import { expect, test } from '@jest/globals'
import { createPhaseLedger } from '../../src/engine/phase-ledger.js'
import type { PhaseUpdate } from '../../src/engine/updates.js'

const update = (seq: number, change: Partial<PhaseUpdate> = {}): PhaseUpdate => ({
  ...{ battle: 'a', seq, phase: seq % 2 ? 'prompt' : 'show', round: Math.ceil(seq / 2), deadlineMs: seq * 1_000 },
  ...change,
})

/** Hears all of it, each half a second after the deadline before; answers the ledger. */
function heard(...all: readonly PhaseUpdate[]) {
  const ledger = createPhaseLedger()
  ledger.begin()
  let deadlineMs = 0
  for (const one of all) {
    ledger.takes(one, deadlineMs + 500)
    deadlineMs = one.deadlineMs
  }
  return ledger
}

test('accepts phases that come once and in order', () => {
  const { faults, lateness, battles } = heard(update(1), update(2), update(3)).end(3_000)
  expect(faults).toEqual({})
  expect(lateness).toEqual({ count: 2, p50: 500, p99: 500, max: 500 })
  expect(battles).toBe(1)
})

test('expects no deadline while a room waits for its first battle', () => {
  const waiting = update(1, { phase: undefined, round: 0, deadlineMs: 0 })
  const { faults, lateness } = heard(waiting, update(2, { phase: 'prompt', round: 1 })).end(2_000)
  expect(faults).toEqual({})
  expect(lateness.count).toBe(0)
})

test.each([
  ['changes lost', [update(1), update(3)]],
  ['changes doubled', [update(1), update(2), update(2, { deadlineMs: 2_001 })]],
  ['changes out of order', [update(1), update(2), update(3), update(2)]],
  ['phases in wrong order', [update(1), update(2, { phase: 'prompt', round: 2 })]],
  ['phases in wrong order', [update(1), update(2), update(3, { round: 3 })]],
] as const)('finds %s', (fault, all) => {
  expect(heard(...all).end(0).faults).toEqual({ [fault]: 1 })
})

test('reports phases that ended early and forgotten battles', () => {
  const ledger = createPhaseLedger()
  ledger.takes(update(1), 0)
  ledger.takes(update(2), 999)
  expect(ledger.end(12_001).faults).toEqual({ 'phases ended before their time': 1, 'battles forgotten': 1 })
})

test('counts an identical repeat separately', () => {
  const { faults, repeated, lateness } = heard(update(1), update(2), update(2)).end(0)
  expect({ faults, repeated, changes: lateness.count }).toEqual({ faults: {}, repeated: 1, changes: 1 })
})

test('measures lateness between begin and end only', () => {
  const ledger = heard(update(1), update(2))
  ledger.begin()
  ledger.takes(update(3), 2_007)
  expect(ledger.end(3_000).lateness).toMatchObject({ count: 1, max: 7 })
})
