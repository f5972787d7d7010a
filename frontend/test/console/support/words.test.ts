import { expect, test } from '@jest/globals'
import { TICKET_SUBJECT_SHOWN } from '@kla/proto/web'
import { truncated } from '../../../src/console/support/words.js'

test('a text that fits is left as it is', () => {
  const text = 'a'.repeat(TICKET_SUBJECT_SHOWN)
  expect(truncated(text, TICKET_SUBJECT_SHOWN)).toBe(text)
})

test('a longer one has as many characters as there is room for, the last a mark of the cut', () => {
  const cut = truncated('a'.repeat(61), 60)
  expect(cut).toBe(`${'a'.repeat(59)}…`)
})

test('no character is cut in two', () => {
  expect(truncated('👍🏽'.repeat(3), 3)).toBe('👍🏽…')
})
