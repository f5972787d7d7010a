import { describe, expect, test } from '@jest/globals'
import { currentIn, lapsedIn } from '../../src/measure/lease-watch.js'

const LEASES = new Map([
  ['gateway-1-old', 900],
  ['gateway-1-new', 1_100],
  ['gateway-2-new', 1_500],
])

test('watches the newest lease of each gateway', () => {
  expect(currentIn(LEASES, ['gateway-1', 'gateway-2'])).toEqual(['gateway-1-new', 'gateway-2-new'])
})

describe('lapsedIn', () => {
  test.each([
    ['a lease that has ended', 1_200, ['gateway-1-new']],
    ['no lease that goes on', 1_000, []],
  ])('names %s', (_, nowMs, lapsed) => {
    expect(lapsedIn(LEASES, ['gateway-1-new', 'gateway-2-new'], nowMs)).toEqual(lapsed)
  })

  test('names a lease that is gone', () => {
    expect(lapsedIn(LEASES, ['gateway-3-new'], 1)).toEqual(['gateway-3-new'])
  })
})
