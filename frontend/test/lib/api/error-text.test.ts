import { expect, test } from '@jest/globals'
import { errorText } from '../../../src/lib/api/error-text.js'

test("shows the server's text where it gave one", () => {
  expect(errorText({ status: 409, data: { error: 'This room is full.', code: 'ROOM_FULL' } }, 'Failed')).toBe(
    'This room is full.',
  )
})

test('shows the fallback for anything else', () => {
  for (const error of [undefined, { status: 'FETCH_ERROR' }, { data: '<html>' }, { data: { error: '' } }]) {
    expect(errorText(error, 'Failed')).toBe('Failed')
  }
})
