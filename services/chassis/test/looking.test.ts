import { expect, test } from '@jest/globals'
import { createLooking } from '../src/looking.js'

test('a place is looked at when something falls due there, and at the latest after a while', () => {
  let uptimeMs = 5
  const places = ['a', 'b', 'c']
  const looking = createLooking<string>({ atMostMs: 1_000, uptimeMs: () => uptimeMs })
  expect(looking.due(places)).toEqual(places)
  looking.looked('a', 300)
  looking.looked('b', Infinity)
  // No look at "c" has succeeded.
  expect(looking.due(places)).toEqual(['c'])
  looking.looked('c', -20)
  expect(looking.due(places)).toEqual(['c'])
  uptimeMs = 305
  expect(looking.due(places)).toEqual(['a', 'c'])
  uptimeMs = 1_005
  expect(looking.due(places)).toEqual(places)
})
