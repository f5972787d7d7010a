import { expect, test } from '@jest/globals'
import { nameOfPlayer } from '../../../src/lib/competing/name-of-player.js'

test.each([
  ['vera', 'vera'],
  ['', 'Deleted player'],
])('who is called %j is shown as %s', (username, shown) => {
  expect(nameOfPlayer({ username })).toBe(shown)
})
