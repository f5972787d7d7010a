import { describe, expect, test } from '@jest/globals'
import { lapsedIn } from '../../src/measure/lease-watch.js'

describe('lapsedIn', () => {
  test.each([
    ['a lease that has ended', ['gateway-1', '999', 'gateway-2', '1500'], ['gateway-1']],
    ['a lease that is gone', ['gateway-2', '1500'], ['gateway-1']],
    ['no lease of a gateway that is not watched', ['gateway-1', '1001', 'gateway-2', '1500', 'gateway-3', '1'], []],
  ])('names %s', (_, ends, lapsed) => {
    expect(lapsedIn(ends, ['gateway-1', 'gateway-2'], 1_000)).toEqual(lapsed)
  })
})
