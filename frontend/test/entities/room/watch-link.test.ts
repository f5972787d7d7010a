import { expect, test } from '@jest/globals'
import { passIn, roomIn } from '../../../src/entities/room/watch-link.js'

test('a judge’s link names the room in its query and the pass in its fragment', () => {
  const { search, hash } = new URL('https://kla.example/watch?room=r1#pass=a%2Bb-_c')
  expect(roomIn(search)).toBe('r1')
  expect(passIn(hash)).toBe('a+b-_c')
})

test('a spectator’s has no pass, and a pass in the query is none', () => {
  expect(passIn('')).toBeNull()
  expect(passIn('#main')).toBeNull()
  expect(passIn('#pass=')).toBeNull()
  expect(passIn(new URL('https://kla.example/watch?room=r1&pass=x').hash)).toBeNull()
})

test('a link without a room names none', () => {
  expect(roomIn('')).toBeNull()
  expect(roomIn('?room=')).toBeNull()
})
