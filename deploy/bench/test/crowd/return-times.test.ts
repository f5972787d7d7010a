import { describe, expect, test } from '@jest/globals'
import { summaryOfReturns } from '../../src/crowd/run.js'

const times = Array.from({ length: 101 }, (_, at) => at * 100)

describe('summaryOfReturns', () => {
  test('takes the last return as the time until all sit', () => {
    expect(summaryOfReturns(times, 0)).toEqual({ p50S: 5, p99S: 9.9, allS: 10 })
  })

  test('knows no such time while a player is missing', () => {
    expect(summaryOfReturns(times, 1)).toEqual({ p50S: 5, p99S: 9.9, allS: Infinity })
  })
})
