import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { createTestPrincipals, TEST_AUDIT } from '@kla/testkit'
import { readConfig } from '../src/config.js'

const { privateKeyPem } = await createTestPrincipals()
const environment = {
  IDENTITY_DIR: '/etc/kla/identity',
  POSTGRES_URL: 'postgres://auth@localhost/kla',
  REDIS_URL: 'redis://localhost',
  NATS_URL: 'nats://localhost',
  PRINCIPAL_PRIVATE_KEY: privateKeyPem,
  AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
  DISCORD_CLIENT_ID: 'id',
  DISCORD_CLIENT_SECRET: 'hush',
  PUBLIC_URL: 'https://kla.example/',
  ADMIN_SECRETS_KEY: randomBytes(32).toString('base64'),
}

describe('readConfig', () => {
  test('uses Discord and forwards no parameters by default', () => {
    expect(readConfig(environment)).toMatchObject({
      discordAuthorizeUrl: 'https://discord.com/oauth2/authorize',
      discordApiUrl: 'https://discord.com/api',
      loginForwardParameters: [],
      publicUrl: 'https://kla.example',
      agePolicy: {},
    })
  })

  test('reads an age policy', () => {
    const { agePolicy } = readConfig({ ...environment, AGE_POLICY: 'GB=document, *=estimation' })
    expect(agePolicy).toEqual({ GB: 'document', '*': 'estimation' })
  })

  test('creates no administrator and requires TOTP by default', () => {
    expect(readConfig(environment)).toMatchObject({
      firstAdminName: 'admin',
      firstAdminPassword: undefined,
      adminTotpRequired: true,
      adminSessionIdleMs: 1_800_000,
      adminSessionMaxMs: 43_200_000,
    })
  })

  test('accepts a key with escaped line ends', () => {
    const config = readConfig({ ...environment, PRINCIPAL_PRIVATE_KEY: privateKeyPem.replaceAll('\n', '\\n') })
    expect(config.principalPrivateKey).toBe(privateKeyPem)
  })

  test.each([
    ['AGE_POLICY', 'GB=trust'],
    ['AGE_POLICY', 'GB'],
    ['AGE_POLICY', 'GB=document'],
    ['DISCORD_TIMEOUT_MS', '2147483648'],
    ['PUBLIC_URL', 'ftp://kla.example'],
    [
      'PRINCIPAL_PRIVATE_KEY',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
    ['PRINCIPAL_PRIVATE_KEY', 'not a key'],
    ['ADMIN_SECRETS_KEY', ''],
    ['ADMIN_SECRETS_KEY', randomBytes(16).toString('base64')],
    ['ADMIN_SECRETS_KEY', randomBytes(32).toString('hex')],
    ['FIRST_ADMIN_NAME', 'two words'],
  ])('rejects an invalid %s', (name, value) => {
    expect(() => readConfig({ ...environment, [name]: value })).toThrow(name)
  })

  test('rotates the session cookie daily and keeps the old value for two minutes by default', () => {
    expect(readConfig(environment)).toMatchObject({ sessionRotationMs: 86_400_000, sessionOverlapMs: 120_000 })
  })

  test.each([
    ['SESSION_ROTATION_MS', { SESSION_TTL_MS: '60000', SESSION_ROTATION_MS: '15001', SESSION_OVERLAP_MS: '1000' }],
    ['SESSION_OVERLAP_MS', { SESSION_ROTATION_MS: '60000', SESSION_OVERLAP_MS: '15001' }],
    ['SESSION_OVERLAP_MS', { SESSION_OVERLAP_MS: '0' }],
    ['SESSION_ROTATION_MS', { SESSION_ROTATION_MS: 'daily' }],
  ])('rejects %s that contradicts other settings: %j', (name, values) => {
    expect(() => readConfig({ ...environment, ...values })).toThrow(name)
    const fits = { SESSION_TTL_MS: '60000', SESSION_ROTATION_MS: '15000', SESSION_OVERLAP_MS: '3750' }
    expect(() => readConfig({ ...environment, ...fits })).not.toThrow()
  })

  test('never prints a key', () => {
    expect(() => readConfig({ ...environment, PRINCIPAL_PRIVATE_KEY: 'hush-hush' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hush-hush') }),
    )
  })
})
