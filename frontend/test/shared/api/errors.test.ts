import { expect, test } from '@jest/globals'
import { errorText, isMissing, isRefusal } from '../../../src/shared/api/errors.js'

test("shows the server's text where there is one", () => {
  expect(errorText({ status: 409, data: { error: 'This room is full.', code: 'ROOM_FULL' } }, 'Failed')).toBe(
    'This room is full.',
  )
})

test('shows the fallback for anything else', () => {
  for (const error of [undefined, { status: 'FETCH_ERROR' }, { data: '<html>' }, { data: { error: '' } }]) {
    expect(errorText(error, 'Failed')).toBe('Failed')
  }
})

test.each([400, 401, 403, 404, 409])('treats %i as a refusal', (status) => {
  expect(isRefusal({ status })).toBe(true)
})

test.each([429, 500, 503, 'FETCH_ERROR', undefined])('does not treat %s as a refusal', (status) => {
  expect(isRefusal({ status })).toBe(false)
})

test('distinguishes missing from forbidden', () => {
  expect(isMissing({ status: 404 })).toBe(true)
  expect(isMissing({ status: 403 })).toBe(false)
  expect(isMissing({ status: 'FETCH_ERROR' })).toBe(false)
})

test('does not treat a missing error as a refusal', () => {
  expect(isRefusal(undefined)).toBe(false)
})
