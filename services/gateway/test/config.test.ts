import { describe, expect, test } from '@jest/globals'
import { readConfig } from '../src/index.js'

const required = {
  IDENTITY_DIR: '/etc/kla/identity',
  NATS_URL: 'nats://127.0.0.1:4222',
  AUTH_ADDRESS: 'a:1',
  ROOMS_ADDRESS: 'a:1',
  ENGINE_ADDRESS: 'a:1',
  SIGNALLING_ADDRESS: 'a:1',
  LIBRARY_ADDRESS: 'a:1',
  COMMERCE_ADDRESS: 'a:1',
  MODERATION_ADDRESS: 'a:1',
  EVIDENCE_ADDRESS: 'a:1',
}

test('lists every missing or invalid setting at once', () => {
  const read = () => readConfig({ PORT: 'eighty', COOKIE_SECURE: 'maybe', AUTH_ADDRESS: 'auth:50051' })
  expect(read).toThrow(
    /IDENTITY_DIR is missing.*\n.*NATS_URL is missing.*\n.*PORT.*\n.*COOKIE_SECURE.*\n.*ROOMS_ADDRESS/,
  )
})

test('trusts no proxies by default', () => {
  expect(readConfig(required).trustProxy).toBe(0)
  expect(readConfig({ ...required, TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(() => readConfig({ ...required, TRUST_PROXY: 'nginx' })).toThrow(/TRUST_PROXY: "nginx" is neither/)
})

test('accepts only a raw X25519 key, or none, for stills', () => {
  const key = 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo'
  expect(readConfig(required).evidencePublicKey).toBe('')
  expect(readConfig({ ...required, EVIDENCE_PUBLIC_KEY: key }).evidencePublicKey).toBe(key)
  expect(() => readConfig({ ...required, EVIDENCE_PUBLIC_KEY: `${key}=` })).toThrow(
    /EVIDENCE_PUBLIC_KEY: .* is not a raw X25519 key/,
  )
})

test.each([
  ['REST_LIMIT_PER_MINUTE', '0', 'is not above zero'],
  ['ADMIN_LOGIN_LIMIT_PER_MINUTE', '-1', 'is not above zero'],
  ['CHECKOUT_LIMIT_PER_MINUTE', '-1', 'is not above zero'],
  ['VERIFY_LIMIT_PER_MINUTE', '-1', 'is not above zero'],
  ['ACCOUNT_LIMIT_PER_MINUTE', '-1', 'is not above zero'],
  ['TICK_MS', '2147483648', 'is longer than 14 days'],
  ['PUBLIC_URL', 'kla.example:443', 'is not a web address'],
])('rejects %s=%s', (name, value, fault) => {
  expect(() => readConfig({ ...required, [name]: value })).toThrow(`${name}: ${JSON.stringify(value)} ${fault}`)
})

describe('ADMIN_PATH', () => {
  test.each(['', 'k9-Xy_2', 'console'])('accepts "%s"', (path) => {
    expect(readConfig({ ...required, ADMIN_PATH: path }).adminPath).toBe(path)
  })

  test.each(['/x', 'x/', 'a/b', 'favicon.ico', 'a b', '"><script>', 'ä', 'admin', 'gifs', 'settings', 'report'])(
    'rejects "%s" without printing it',
    (path) => {
      const read = () => readConfig({ ...required, ADMIN_PATH: path })
      expect(read).toThrow(/ADMIN_PATH: its value is/)
    },
  )
})
