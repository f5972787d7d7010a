import { describe, expect, test } from '@jest/globals'
import { TICKET_SUBJECT_SHOWN } from '@kla/proto/web'
import { truncated } from '../../../src/console/support/words.js'

describe('truncated', () => {
  test('keeps a text that fits', () => {
    const text = 'a'.repeat(TICKET_SUBJECT_SHOWN)
    expect(truncated(text, TICKET_SUBJECT_SHOWN)).toBe(text)
  })

  test('shortens a longer text to the limit, ending in an ellipsis', () => {
    const cut = truncated('a'.repeat(61), 60)
    expect(cut).toBe(`${'a'.repeat(59)}…`)
  })

  test('never splits a character', () => {
    expect(truncated('👍🏽'.repeat(3), 3)).toBe('👍🏽…')
  })
})
