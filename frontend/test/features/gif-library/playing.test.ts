import { expect, test } from '@jest/globals'
import { plays } from '../../../src/features/gif-library/playing.js'

test('a clip does what all do, until it is asked otherwise', () => {
  expect(plays(true, null)).toBe(true)
  expect(plays(false, null)).toBe(false)
  expect(plays(true, { playing: false, whileAll: true })).toBe(false)
  expect(plays(false, { playing: true, whileAll: false })).toBe(true)
})

test('asking all of them outweighs what one was asked before', () => {
  expect(plays(false, { playing: true, whileAll: true })).toBe(false)
  expect(plays(true, { playing: false, whileAll: false })).toBe(true)
})
