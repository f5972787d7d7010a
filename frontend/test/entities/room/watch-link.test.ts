import { expect, test } from '@jest/globals'
import { passIn, roomIn } from '../../../src/entities/room/watch-link.js'

test('reads the room from the query and the pass from the fragment of a judge’s link', () => {
  const { search, hash } = new URL('https://kla.example/watch?room=r1#pass=a%2Bb-_c')
  expect(roomIn(search)).toBe('r1')
  expect(passIn(hash)).toBe('a+b-_c')
})

test('finds no pass in a spectator’s link or in the query', () => {
  expect(passIn('')).toBeNull()
  expect(passIn('#main')).toBeNull()
  expect(passIn('#pass=')).toBeNull()
  expect(passIn(new URL('https://kla.example/watch?room=r1&pass=x').hash)).toBeNull()
})

test('finds no room in a link without one', () => {
  expect(roomIn('')).toBeNull()
  expect(roomIn('?room=')).toBeNull()
})
