import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

interface Time {
  readonly name: string
  readonly seconds: number
}
interface Budget {
  readonly budget: number
  readonly longer: Readonly<Record<string, number>>
}
interface Ticks {
  readonly all: number
  readonly own: number
}
interface SuiteTimes {
  timesOf(suites: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]): Time[]
  slowestLines(times: readonly Time[], most?: number): string[]
  judgeTimes(
    times: readonly Time[],
    budget: Budget,
  ): { readonly faults: readonly string[]; readonly notes: readonly string[] }
  readSuiteBudget(): Budget
  readProcessorTimes(): Ticks | undefined
  whyNotJudged(before: Ticks | undefined, after: Ticks | undefined, processors: number): string | undefined
}
const local = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { timesOf, slowestLines, judgeTimes, readSuiteBudget, readProcessorTimes, whyNotJudged } = (await import(
  local('suite-times.mjs')
)) as SuiteTimes

describe('timesOf', () => {
  test('sorts suites by time, and counts a repeated one once', () => {
    const suite = (name: string, ms: number) => ({ name, startTime: 5_000, endTime: 5_000 + ms })
    expect(timesOf([suite('a', 1_000), suite('b', 3_000), suite('a', 2_000)])).toEqual([
      { name: 'b', seconds: 3 },
      { name: 'a', seconds: 2 },
    ])
  })
})

describe('slowestLines', () => {
  test('names the slowest suites alone', () => {
    const times = [
      { name: 'b', seconds: 103.04 },
      { name: 'a', seconds: 2 },
    ]
    expect(slowestLines(times, 1)).toEqual(['The slowest of 2 suites, in seconds:', '  103.0 b'])
  })
})

describe('judgeTimes', () => {
  const budget = { budget: 60, longer: { long: 100 } }
  const judge = (name: string, seconds: number) => judgeTimes([{ name, seconds }], budget)

  test.each([
    ['a', 60],
    ['long', 110],
  ])('accepts %s with %d s', (name, seconds) => {
    expect(judge(name, seconds)).toEqual({ faults: [], notes: [] })
  })

  test('names a suite above its budget, without a fault: machines differ', () => {
    expect(judge('a', 80)).toEqual({ faults: [], notes: ['SLOW: a: it took 80 s of 60'] })
    expect(judge('long', 130)).toEqual({ faults: [], notes: ['SLOW: long: it took 130 s of 100'] })
  })

  test('rejects a suite that takes more than twice its budget', () => {
    expect(judge('a', 120.5)).toEqual({ faults: ['the budget of a: it took 121 s of 60'], notes: [] })
    expect(judge('long', 201).faults).toEqual(['the budget of long: it took 201 s of 100'])
  })

  test('notes a suite that no longer needs more than the budget', () => {
    expect(judge('long', 40)).toEqual({ faults: [], notes: [expect.stringContaining('long took 40 s')] })
  })
})

describe('whyNotJudged', () => {
  const before = { all: 1_000, own: 100 }

  test('judges times of a machine that does nothing else', () => {
    expect(whyNotJudged(before, { all: 2_000, own: 1_000 }, 2)).toBeUndefined()
  })

  test.each([
    ['other programs are busy', before, { all: 2_000, own: 600 }, 2, 'other programs took 50%'],
    ['the system does not say', undefined, undefined, 2, 'does not say'],
    ['there is one processor', before, { all: 2_000, own: 1_100 }, 1, 'one processor'],
  ])('does not judge times when %s', (_, from, to, processors, why) => {
    expect(whyNotJudged(from, to, processors)).toContain(why)
  })

  const linux = process.platform === 'linux' ? test : test.skip
  linux('reads the time of this process as a part of all time', () => {
    const from = readProcessorTimes()
    for (const until = Date.now() + 100; Date.now() < until;);
    const to = readProcessorTimes()
    expect(to?.own).toBeGreaterThan(from?.own ?? Infinity)
    expect(to?.all).toBeGreaterThan(to?.own ?? Infinity)
  })
})

describe('suite-budget.json', () => {
  const { budget, longer } = readSuiteBudget()

  test('lists existing suites that take longer than the budget, slowest first', () => {
    const seconds = Object.values(longer)
    expect(Object.keys(longer).filter((path) => !existsSync(local(`../../${path}`)))).toEqual([])
    expect(Math.min(...seconds)).toBeGreaterThan(budget)
    expect(seconds).toEqual([...seconds].sort((one, other) => other - one))
  })

  // Lower these numbers when the list becomes shorter or quicker; never raise them.
  test('only shrinks', () => {
    const LISTED = 14
    const TOGETHER = 1_448
    expect(Object.keys(longer).length).toBeLessThanOrEqual(LISTED)
    expect(Object.values(longer).reduce((sum, seconds) => sum + seconds, 0)).toBeLessThanOrEqual(TOGETHER)
  })
})
