import { expect, test } from '@jest/globals'
import { readConfig } from '../src/index.js'

test('names everything that is missing or wrong at once', () => {
  const read = () => readConfig({ PORT: 'eighty', COOKIE_SECURE: 'maybe', AUTH_ADDRESS: 'auth:50051' })
  expect(read).toThrow(/PORT.*\n.*COOKIE_SECURE.*\n.*NATS_URL is missing.*\n.*ROOMS_ADDRESS/)
})
