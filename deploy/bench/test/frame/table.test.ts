import { expect, test } from '@jest/globals'
import type { Figure, Target } from '../../src/frame/part.js'
import { tableOf } from '../../src/frame/table.js'

const figure = (values: readonly number[], target?: Target): Figure => ({
  name: 'chat',
  unit: 'ms',
  values: { Kla: values },
  ...(target && { target }),
})
const rowOf = (one: Figure): string | undefined => tableOf([one]).split('\n').at(-1)

test('shows the median and the spread of rounds', () => {
  expect(rowOf(figure([900, 1_000, 1_100]))).toBe('| **chat**, ms | 1,000 (900 to 1,100) |  |  |')
})

test.each([
  ['less', 3, 'at most 3 ms | yes'],
  ['less', 1, 'at most 1 ms | **no**'],
  ['more', 1, 'at least 1 ms | yes'],
  ['more', 3, 'at least 3 ms | **no**'],
] as const)('says whether a target is reached (%s than %d)', (better, own, verdict) => {
  expect(rowOf(figure([2], { better, own }))).toBe(`| **chat**, ms | 2 (2 to 2) | ${verdict} |`)
})

test('does not reach a target that was not measured', () => {
  expect(rowOf(figure([], { better: 'less', own: 3 }))).toBe('| **chat**, ms | not measured | at most 3 ms | **no** |')
})
