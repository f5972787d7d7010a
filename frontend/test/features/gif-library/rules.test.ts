import { describe, expect, test } from '@jest/globals'
import { focusAfter, plays } from '../../../src/features/gif-library/rules.js'

describe('focusAfter', () => {
  test("returns the entry that takes the deleted one's place", () => {
    expect(focusAfter(1, 3)).toBe(1)
  })

  test('returns the new last entry when the last one was deleted', () => {
    expect(focusAfter(3, 3)).toBe(2)
  })

  test('returns nothing for an empty list', () => {
    expect(focusAfter(0, 0)).toBeNull()
  })
})

describe('plays', () => {
  test('follows the choice for all until one clip is chosen', () => {
    expect(plays(true, null)).toBe(true)
    expect(plays(false, null)).toBe(false)
    expect(plays(true, { playing: false, whileAll: true })).toBe(false)
    expect(plays(false, { playing: true, whileAll: false })).toBe(true)
  })

  test('lets a later choice for all override one clip', () => {
    expect(plays(false, { playing: true, whileAll: true })).toBe(false)
    expect(plays(true, { playing: false, whileAll: false })).toBe(true)
  })
})
