import { describe, expect, test } from '@jest/globals'
import { readBenchOptions } from '../../src/commands/bench-options.js'

const KNOWN = ['relay', 'engine', 'page']

describe('readBenchOptions', () => {
  test('defaults to three runs of every part', () => {
    expect(readBenchOptions([], KNOWN)).toEqual({ parts: KNOWN, runs: 3, quick: false, write: false })
  })

  test('keeps the order of chosen parts', () => {
    expect(readBenchOptions(['page', 'relay', '--runs', '5', '--write'], KNOWN)).toEqual({
      ...{ parts: ['relay', 'page'], runs: 5, quick: false, write: true },
    })
  })

  test('defaults to one run with --quick', () => {
    expect(readBenchOptions(['--quick'], KNOWN)).toMatchObject({ runs: 1, quick: true })
  })

  test.each([[['relays']], [['--runs', '0']], [['--runs', 'many']], [['--quick', '--write']]])('refuse %j', (args) => {
    expect(() => readBenchOptions(args, KNOWN)).toThrow()
  })
})
