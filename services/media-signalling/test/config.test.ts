import { describe, expect, test } from '@jest/globals'
import { readConfig } from '../src/config.js'

const least = {
  IDENTITY_DIR: '/etc/kla/identity',
  PRINCIPAL_PUBLIC_KEY: 'pem',
  REDIS_URL: 'redis://localhost',
  NATS_URL: 'nats://localhost',
  ROOMS_ADDRESS: 'rooms:50051',
}

describe('readConfig', () => {
  const turn = { TURN_URLS: 'turn:turn.kla.test', TURN_SECRET: 'x' }

  test("keeps players' addresses private by default", () => {
    const { iceTransportPolicy, hostCandidates, redisPrefix } = readConfig({ ...least, ...turn })
    expect({ iceTransportPolicy, hostCandidates }).toEqual({ iceTransportPolicy: 'relay', hostCandidates: false })
    expect(redisPrefix).toBe('kla:signalling:')
  })

  test('allows direct connections only with both ICE_TRANSPORT_POLICY=all and ALLOW_DIRECT', () => {
    const direct = { ICE_TRANSPORT_POLICY: 'all', ALLOW_DIRECT: 'true' }
    expect(readConfig({ ...least, ...direct })).toMatchObject({
      iceTransportPolicy: 'all',
      hostCandidates: false,
      turnUrls: [],
    })
  })

  test.each([
    [{}, /TURN_URLS is missing/],
    [{ ICE_TRANSPORT_POLICY: 'relay', ALLOW_DIRECT: 'true' }, /TURN_URLS is missing/],
    [{ ICE_TRANSPORT_POLICY: 'all' }, /ALLOW_DIRECT is not true/],
    [{ ICE_TRANSPORT_POLICY: 'all', ALLOW_DIRECT: 'false' }, /ALLOW_DIRECT is not true/],
    [{ TURN_URLS: 'turn:turn.kla.test' }, /TURN_SECRET is missing/],
    [{ TURN_URLS: 'turn.kla.test', TURN_SECRET: 'x' }, /not all are turn:/],
    [{ STUN_URLS: 'stun:a,http://b' }, /not all are stun:/],
    [{ ...turn, WATCH_LEASE_MS: '9000' }, /WATCH_LEASE_MS is not twice/],
    [{ ICE_TRANSPORT_POLICY: 'some' }, /is not one of all, relay/],
  ])('rejects %j', (more, message) => {
    expect(() => readConfig({ ...least, ...more })).toThrow(message)
  })

  test('never prints the TURN secret', () => {
    expect(() => readConfig({ ...least, TURN_SECRET: 'hush', TURN_URLS: 'x' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hush') }),
    )
  })
})
