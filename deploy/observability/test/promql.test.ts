import { expect, test } from '@jest/globals'
import { readPromql } from '@kla/observability'

test('readPromql finds selectors and groupings of an expression', () => {
  const text =
    'sum by (a, b) (rate(kla_x_total{c=~"1|2", d!="{x}"}[$__rate_interval])) unless on (e) (kla_y offset 5m) > 2'
  expect(readPromql(text)).toEqual({
    selectors: [
      {
        metric: 'kla_x_total',
        matchers: [
          { label: 'c', op: '=~', value: '1|2' },
          { label: 'd', op: '!=', value: '{x}' },
        ],
      },
      { metric: 'kla_y', matchers: [] },
    ],
    grouped: ['a', 'b', 'e'],
  })
})

test.each(['sum(', 'rate(kla_x[5m]', 'kla_x{a=1}', 'kla_x{a="b"} kla_y'])('readPromql refuses %s', (text) => {
  expect(() => readPromql(text)).toThrow(/no PromQL/)
})
