import { expect, test } from '@jest/globals'
import { avatarUrl, nameOfPlayer } from '../../../src/entities/player/player.js'

test.each([
  ['vera', 'vera'],
  ['', 'Deleted player'],
])('who is called %j is shown as %s', (username, shown) => {
  expect(nameOfPlayer({ username })).toBe(shown)
})

test('is built from the user id and the avatar hash', () => {
  expect(avatarUrl('https://cdn.test', '11', 'abc')).toBe('https://cdn.test/avatars/11/abc.png?size=128')
})

test('is none for people without a picture, and while the network is not known', () => {
  expect(avatarUrl('https://cdn.test', '11', null)).toBeNull()
  expect(avatarUrl('https://cdn.test', '11', '')).toBeNull()
  expect(avatarUrl(undefined, '11', 'abc')).toBeNull()
  expect(avatarUrl('https://cdn.test', '', 'abc')).toBeNull()
})
