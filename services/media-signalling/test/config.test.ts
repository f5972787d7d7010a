import { describe, expect, test } from '@jest/globals'
import { readConfig } from '../src/config.js'

const least = {
  IDENTITY_DIR: '/etc/kla/identity',
  PRINCIPAL_PUBLIC_KEY: 'pem',
  REDIS_URL: 'redis://localhost',
  NATS_URL: 'nats://localhost',
  ROOMS_ADDRESS: 'rooms:50051',
}

describe('the configuration', () => {
  test('needs no TURN server while players may connect directly', () => {
    expect(readConfig(least)).toMatchObject({ iceTransportPolicy: 'all', turnUrls: [], redisPrefix: 'kla:signalling:' })
  })

  test.each([
    [{ ICE_TRANSPORT_POLICY: 'relay' }, /TURN_URLS is missing/],
    [{ TURN_URLS: 'turn:turn.kla.test' }, /TURN_SECRET is missing/],
    [{ TURN_URLS: 'turn.kla.test', TURN_SECRET: 'x' }, /not all are turn:/],
    [{ STUN_URLS: 'stun:a,http://b' }, /not all are stun:/],
    [{ ICE_TRANSPORT_POLICY: 'some' }, /is not one of all, relay/],
  ])('%j is refused', (more, message) => {
    expect(() => readConfig({ ...least, ...more })).toThrow(message)
  })

  test('never tells its secret', () => {
    expect(() => readConfig({ ...least, TURN_SECRET: 'hush', TURN_URLS: 'x' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hush') }),
    )
  })
})
