import { expect, test } from '@jest/globals'
import type { Measured } from '../../src/console/measure.js'
import { isGood, summaryOf, tableOf } from '../../src/console/table.js'

const measured = (list: string, name: string, p95Ms: number, fault?: string): Measured => ({
  asked: { list, name, path: '/', who: 'without', finds: 'some' },
  calls: 40,
  p50Ms: p95Ms / 2,
  p95Ms,
  maxMs: p95Ms * 2,
  healthP50Ms: 2,
  ...(fault === undefined ? {} : { fault }),
})

test('puts the slowest case of each list first, with its fault', () => {
  const all = [measured('bans', 'all', 8), measured('tickets', 'a', 120), measured('bans', 'active', 12, '0 found')]
  expect(tableOf(all)).toEqual([
    '| list    | case   | calls | p50 ms | p95 ms | max ms | healthz ms | ratio |             |',
    '|---------|--------|-------|--------|--------|--------|------------|-------|-------------|',
    '| bans    | active |    40 |    6.0 |   12.0 |   24.0 |        2.0 |   3.0 | 0 found     |',
    '| bans    | all    |    40 |    4.0 |    8.0 |   16.0 |        2.0 |   2.0 |             |',
    '| tickets | a      |    40 |   60.0 |  120.0 |  240.0 |        2.0 |  30.0 | over 100 ms |',
  ])
  expect(all.map(isGood)).toEqual([true, false, false])
  expect(summaryOf(all)).toBe('1 of 3 cases are under 100 ms at p95, the worst at 120.0 ms')
})
