import { describe, expect, test } from '@jest/globals'
import { focusAfter, plays } from '../../../src/features/gif-library/rules.js'

describe('focus after', () => {
  test('goes to the entry that takes the place of the deleted one', () => {
    expect(focusAfter(1, 3)).toBe(1)
  })

  test('goes to the new last entry when the last one was deleted', () => {
    expect(focusAfter(3, 3)).toBe(2)
  })

  test('goes nowhere in an empty list', () => {
    expect(focusAfter(0, 0)).toBeNull()
  })
})

describe('playing', () => {
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
})
