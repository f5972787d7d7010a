import { expect, test } from '@jest/globals'
import { sessionExpired, sessionSlice, signedIn, signedOut } from '../../../src/console/entities/session.js'

const { reducer } = sessionSlice
const inSession = reducer(undefined, signedIn('new'))

test('an answer to an older session ends nothing', () => {
  expect(reducer(inSession, sessionExpired('old'))).toEqual(inSession)
  expect(reducer(inSession, sessionExpired(null))).toEqual(inSession)
})

test('a session that is over says so until somebody signs in again or out', () => {
  const over = reducer(inSession, sessionExpired('new'))
  expect(over).toEqual({ token: null, expired: true })
  expect(reducer(over, signedIn('newer'))).toEqual({ token: 'newer', expired: false })
  expect(reducer(over, signedOut())).toEqual({ token: null, expired: false })
})
