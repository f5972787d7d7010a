import { describe, expect, test } from '@jest/globals'
import { VALIDATION_LIMIT } from '@kla/proto/web'
import { FIRST_STRETCH, readStretch } from '../../../src/console/gif-control/stretch.js'

describe('readStretch', () => {
  test('defaults to the first hundred', () => {
    expect(readStretch(FIRST_STRETCH)).toEqual({ limit: VALIDATION_LIMIT, offset: 0 })
  })

  test.each([
    ['0', '-1', { limit: 1, offset: 0 }],
    ['-5', '200', { limit: 1, offset: 200 }],
    ['2.9', '10.5', { limit: 2, offset: 10 }],
    ['10000', '', { limit: 500, offset: 0 }],
    ['', 'x', { limit: VALIDATION_LIMIT, offset: 0 }],
  ])('clamps limit %j and offset %j', (limit, offset, read) => {
    expect(readStretch({ limit, offset })).toEqual(read)
  })
})
