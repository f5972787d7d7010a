import { expect, test } from '@jest/globals'
import { readSmokeConfig } from '../../src/smoke/config.js'

test('needs one address when all are public', () => {
  const config = readSmokeConfig({ GATEWAY_URL: 'http://localhost:8080/' })
  expect(config).toMatchObject({
    gatewayUrl: 'http://localhost:8080',
    realtimeUrl: 'http://localhost:8080',
    publicUrl: 'http://localhost:8080',
    signIn: 'persona',
    sessionCookies: [],
    timeoutMs: 180_000,
  })
  expect(config.reach('http://localhost:8080/auth/user')).toBe('http://localhost:8080/auth/user')
})

test('reaches site and login page at other addresses within a cluster', () => {
  const { reach, realtimeUrl } = readSmokeConfig({
    GATEWAY_URL: 'http://kla-gateway:8080',
    REALTIME_URL: 'http://kla-gateway:8081',
    PUBLIC_URL: 'https://kla.test',
    REACH: 'http://localhost:4010=http://kla-stand-ins:4010, http://localhost:4020=http://kla-stand-ins:4020',
  })
  expect(realtimeUrl).toBe('http://kla-gateway:8081')
  expect(reach('https://kla.test/auth/discord?persona=a')).toBe('http://kla-gateway:8080/auth/discord?persona=a')
  expect(reach('http://localhost:4010/oauth2/authorize?x=y')).toBe('http://kla-stand-ins:4010/oauth2/authorize?x=y')
})

test('names every fault and prints no cookie', () => {
  const faulty = { SIGN_IN: 'guess', REACH: 'here', TIMEOUT_MS: '0', SESSION_COOKIES: 'kla=hush' }
  expect(() => readSmokeConfig(faulty)).toThrow(/GATEWAY_URL[^]*REACH[^]*SIGN_IN[^]*TIMEOUT_MS/)
  expect(() => readSmokeConfig(faulty)).not.toThrow(/hush/)
})
