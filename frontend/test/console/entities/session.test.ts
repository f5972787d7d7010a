import { describe, expect, test } from '@jest/globals'
import { sessionExpired, sessionSlice, signedIn, signedOut } from '../../../src/console/entities/session.js'

const { reducer } = sessionSlice
const inSession = reducer(undefined, signedIn('new'))

describe('session', () => {
  test('ignores a late answer to an older session', () => {
    expect(reducer(inSession, sessionExpired('old'))).toEqual(inSession)
    expect(reducer(inSession, sessionExpired(null))).toEqual(inSession)
  })

  test('stays expired until the next sign-in or sign-out', () => {
    const over = reducer(inSession, sessionExpired('new'))
    expect(over).toEqual({ token: null, expired: true })
    expect(reducer(over, signedIn('newer'))).toEqual({ token: 'newer', expired: false })
    expect(reducer(over, signedOut())).toEqual({ token: null, expired: false })
  })
})
