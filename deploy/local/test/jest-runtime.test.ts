import { compileFunction } from 'node:vm'
import { describe, expect, test } from '@jest/globals'

/** Jest runs this file by the runtime under test. */
const compile = (source: string, parameters: readonly string[] = ['value']) =>
  compileFunction(source, parameters, { filename: '/tmp/shared-code.js' }) as ReturnType<typeof compileFunction> & {
    readonly cachedDataRejected?: boolean
    (value: number): number
  }

describe('the code that suites share', () => {
  test('is compiled once for equal source of one file', () => {
    const first = compile('return value + 1')
    const second = compile('return value + 1')
    expect(first.cachedDataRejected).toBeUndefined()
    expect(second.cachedDataRejected).toBe(false)
    expect([first(1), second(2)]).toEqual([2, 3])
  })

  test('does not outlive a change of the file that keeps its length', () => {
    expect(compile('return value + 5')(1)).toBe(6)
    expect(compile('return value * 5')(1)).toBe(5)
  })

  test('differs by the names of parameters', () => {
    expect(compile('return value + 9')(1)).toBe(10)
    expect(compile('return value + 9', ['other', 'value'])(1)).toBeNaN()
  })
})
