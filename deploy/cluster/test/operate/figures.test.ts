import { describe, expect, test } from '@jest/globals'
import type { Report } from '@kla/bots'
import { type Figures, figuresOf, lossesOf, operateTable } from '@kla/cluster'

const CLEAN: Figures = {
  battlesEnded: 6,
  battlesLost: 0,
  linesLost: 0,
  phasesLost: 0,
  numbersMissed: 0,
  disordered: 0,
  p99Ms: 141.6,
  errors: {},
}

const REPORT: Report = {
  battlesFinished: 5,
  battlesFailed: 1,
  battlesCutShort: 2,
  atOnceMax: 4,
  lateness: { count: 40, p50Ms: 20, p99Ms: 250, maxMs: 300 },
  messages: { said: 90, lost: 3, doubled: 1, outOfOrder: 2 },
  phases: { shown: 80, lost: 4, doubled: 4, outOfOrder: 8 },
  numbers: { missed: 5, repeated: 16, unnumbered: 32 },
  connections: {
    reconnects: 0,
    away: { p50Ms: 0, p99Ms: 0, maxMs: 0 },
    handovers: 0,
    moving: { p50Ms: 0, p99Ms: 0, maxMs: 0 },
  },
  repeats: 7,
  errors: new Map([['no answer', 2]]),
}

describe('figuresOf', () => {
  test('takes what the bots counted, and adds up what came twice or out of order', () => {
    expect(figuresOf(REPORT)).toEqual({
      battlesEnded: 5,
      battlesLost: 3,
      linesLost: 3,
      phasesLost: 4,
      numbersMissed: 5,
      disordered: 63,
      p99Ms: 250,
      errors: { 'no answer': 2 },
    })
  })
})

describe('lossesOf', () => {
  test('finds nothing in a clean step, however late phases began', () => {
    expect(lossesOf({ step: 'x', readySeconds: 3, figures: { ...CLEAN, p99Ms: 9_000 } })).toEqual([])
  })

  test.each([
    [{ battlesEnded: 0 }, 'x: no battle ended'],
    [{ battlesLost: 1 }, 'x: 1 battles lost'],
    [{ linesLost: 2 }, 'x: 2 chat lines lost'],
    [{ phasesLost: 3 }, 'x: 3 phases lost'],
    [{ numbersMissed: 4 }, 'x: 4 numbers of events missed'],
    [{ disordered: 5 }, 'x: 5 deliveries twice, out of order or without a number'],
    [{ errors: { 'no answer': 6 } }, 'x: 6 times no answer'],
  ])('names %j', (fault, line) => {
    expect(lossesOf({ step: 'x', figures: { ...CLEAN, ...fault } })).toEqual([line])
  })

  test('names a step that failed, with and without figures', () => {
    expect(lossesOf({ step: 'x', failure: 'not Ready' })).toEqual(['x: not Ready'])
    expect(lossesOf({ step: 'x', failure: 'not Ready', figures: CLEAN })).toEqual(['x: not Ready'])
  })
})

describe('operateTable', () => {
  test('has a line for each step, and a dash for what was not measured', () => {
    const rows = [
      { step: 'gateways rolled', readySeconds: 12.34, figures: CLEAN },
      { step: 'helm rollback', failure: 'not Ready' },
    ]
    expect(operateTable(rows).slice(2)).toEqual([
      '| gateways rolled | 12.3 | 6 | 0 | 0 | 0 | 0 | 142 | passed |',
      '| helm rollback | - | - | - | - | - | - | - | failed |',
    ])
  })
})
