import { describe, expect, test } from '@jest/globals'
import { AuthorizationError, TimeoutError, UserAuthenticationExpiredError } from '@nats-io/transport-node'
import { isRefusedUser } from '../../src/nats/nats-errors.js'

describe('isRefusedUser', () => {
  test.each<[string, Error, boolean]>([
    ['an unknown user', new AuthorizationError('Authorization Violation'), true],
    ['an expired account', new AuthorizationError('Account Authentication Expired'), true],
    ['an expired user', new UserAuthenticationExpiredError('User Authentication Expired'), true],
    ['a login that takes too long', new AuthorizationError('Authentication Timeout'), false],
    ['a silent server', new TimeoutError(), false],
  ])('judges %s', (_of, error, refused) => {
    expect(isRefusedUser(error)).toBe(refused)
  })
})
