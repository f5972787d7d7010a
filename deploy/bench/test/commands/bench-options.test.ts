import { describe, expect, test } from '@jest/globals'
import { readBenchOptions, usageOf } from '../../src/commands/bench-options.js'

const KNOWN = ['chat', 'battles', 'crowd']

describe('readBenchOptions', () => {
  test('defaults to three runs of every part', () => {
    expect(readBenchOptions([], KNOWN)).toEqual({
      parts: KNOWN,
      runs: 3,
      quick: false,
      write: false,
      against: undefined,
      crowd: {},
    })
  })

  test('keeps the order of chosen parts', () => {
    expect(readBenchOptions(['crowd', 'chat', '--runs', '5', '--write'], KNOWN)).toEqual({
      parts: ['chat', 'crowd'],
      runs: 5,
      quick: false,
      write: true,
      against: undefined,
      crowd: {},
    })
  })

  test('reads the size of a crowd', () => {
    const { crowd } = readBenchOptions(['--players', '400', '--to-kill', '150', '--gateways', '2'], KNOWN)
    expect(crowd).toEqual({ players: 400, toKill: 150, gateways: 2 })
  })

  test('names all parts and options in the usage', () => {
    for (const word of [...KNOWN, '--quick', '--against', '--players', '--to-kill', '--gateways'])
      expect(usageOf(KNOWN)).toContain(word)
  })

  test('defaults to one run with --quick', () => {
    expect(readBenchOptions(['--quick'], KNOWN)).toMatchObject({ runs: 1, quick: true })
  })

  test.each([
    [['chats']],
    [['--runs', '0']],
    [['--runs', 'many']],
    [['--quick', '--write']],
    [['--against', '../other', '--write']],
    [['--players', '0']],
    [['--to-kill', 'all']],
  ])('refuse %j', (args) => {
    expect(() => readBenchOptions(args, KNOWN)).toThrow()
  })
})
