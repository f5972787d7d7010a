import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { byteRange } from '../../src/domain/byte-range.js'

describe('a range', () => {
  test.each([
    ['', 'whole'],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['bytes= 10 - 19', { first: 10, last: 19 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
  ])('%j of 100 bytes is %j', (header, expected) => {
    expect(byteRange(header, 100)).toEqual(expected)
  })

  test('never leaves the file', () => {
    const part = fc.oneof(fc.nat(200).map(String), fc.constant(''), fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(part, part, fc.integer({ min: 1, max: 150 }), (from, to, size) => {
        const range = byteRange(`bytes=${from}-${to}`, size)
        if (typeof range === 'string') return
        expect(range.first).toBeGreaterThanOrEqual(0)
        expect(range.last).toBeGreaterThanOrEqual(range.first)
        expect(range.last).toBeLessThan(size)
      }),
    )
  })
})
