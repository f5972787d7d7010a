import { describe, expect, test } from '@jest/globals'
import { linesIn } from '../../src/overload/transcripts.js'

const batch = (...ids: readonly string[]): string => JSON.stringify(ids.map((lineId) => ({ lineId, message: 'hello' })))

describe('linesIn', () => {
  test('counts lines of all batches, those handed in twice once', () => {
    expect(linesIn([batch('a', 'b'), batch('b', 'c')])).toBe(3)
  })

  test('counts none without a batch', () => {
    expect(linesIn([])).toBe(0)
  })
})
