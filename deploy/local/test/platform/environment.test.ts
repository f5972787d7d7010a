import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createAuditKeys } from '@kla/testkit'
import type { Owner } from '../../src/infrastructure/provision.js'
import { environmentOf, type Wiring } from '../../src/platform/environment.js'
import { type ServiceName, SERVICES, type Slot } from '../../src/platform/services.js'
import { ROOT } from '../../src/root.js'

/** Every secret of an installation, by what it is. */
const secrets = new Map<string, string>()
const secret = (what: string, value = `made-up-${what}-${randomBytes(8).toString('hex')}`): string => {
  secrets.set(what, value)
  return value
}
const keys = (what: string) => {
  const { privateKey, publicKey } = createAuditKeys()
  return { privateKey: secret(what, privateKey), publicKey }
}

const auditKeys = new Map<string, ReturnType<typeof keys>>()
const wiring: Wiring = {
  slots: { of: () => [], addresses: (service) => `${service}:1` },
  publicUrl: 'http://localhost:8080',
  schemas: new Proxy({} as Wiring['schemas'], {
    get: (_, owner: Owner) => {
      const password = (kind: string) => secrets.get(`${owner}-${kind}`) ?? secret(`${owner}-${kind}`)
      return {
        ownerUrl: `postgres://owner:${password('owner')}@localhost/kla`,
        appUrl: `postgres://app:${password('app')}@localhost/kla`,
        vaultUrl: `postgres://vault:${password('vault')}@localhost/kla`,
      }
    },
  }),
  redisUrlOf: (service) => `redis://kla-${service}:${secret(`redis-${service}`)}@localhost:6379`,
  natsUrlOf: (service) => `nats://kla-${service}:${secret(`nats-${service}`)}@localhost:4222`,
  auditKeyOf(source) {
    const pair = auditKeys.get(source) ?? keys(`audit-${source}`)
    auditKeys.set(source, pair)
    return pair
  },
  identities: '/tmp/made-up',
  principalKeys: keys('principal'),
  sealingKeys: { privateKey: secret('sealing', randomBytes(32).toString('base64url')), publicKey: 'A'.repeat(43) },
  standIns: {
    discord: { url: 'http://localhost:1', clientId: 'id', clientSecret: secret('discord') },
    clipsUrl: 'http://localhost:2',
    mailbox: { smtpUrl: 'smtp://127.0.0.1:1' } as never,
    gifProvider: { url: 'http://localhost:3' } as never,
    stripe: {
      url: 'http://localhost:4',
      secretKey: secret('stripe'),
      webhookSecret: secret('stripe-webhook'),
    } as never,
    acquirer: {
      payUrl: 'http://localhost:5/pay',
      apiUrl: 'http://localhost:5/api',
      merchantId: 'merchant',
      secret: secret('acquirer'),
    } as never,
  },
  turnSecret: secret('turn'),
  console: {
    administrator: 'admin',
    password: secret('first-password'),
    path: 'office-made-up',
    url: '',
    deputy: { administrator: 'deputy', password: secret('second-password') },
  },
  adminSecretsKey: secret('admin-secrets', randomBytes(32).toString('base64')),
  incidentKey: secret('incidents', randomBytes(32).toString('base64')),
  limitsKey: secret('limits', randomBytes(32).toString('base64')),
  mediaCache: '/tmp/made-up',
  ffmpeg: 'ffmpeg',
  given: {},
}
const slotOf = (service: ServiceName): Slot => ({ service, number: 1, grpc: 1, health: 2, http: 3, realtime: 4 })

/** Variables that a shell holds for other programs. */
const OF_A_SHELL = {
  AWS_SECRET_ACCESS_KEY: 'kept-in-a-shell', GITHUB_TOKEN: 'kept-in-a-shell', DATABASE_URL: 'postgres://me:kept-in-a-shell@localhost/mine', MY_PASSWORD: 'kept-in-a-shell',
  STRIPE_SECRET_KEY: 'kept-in-a-shell', PRINCIPAL_PRIVATE_KEY: 'kept-in-a-shell',
} // oxfmt-ignore
beforeAll(() => void Object.assign(process.env, OF_A_SHELL))
afterAll(() => {
  for (const name of Object.keys(OF_A_SHELL)) delete process.env[name]
})

describe('environment of services', () => {
  test.each(SERVICES)('gives %s the secrets that it reads and no others', async (service) => {
    const environment = environmentOf(slotOf(service), wiring)
    const { readConfig } = (await import(`${ROOT}services/${service}/src/config.ts`)) as {
      readConfig(source: object): unknown
    }
    const read = new Set<string>()
    const recording = new Proxy(environment, {
      get(target, name: string) {
        read.add(name)
        return target[name]
      },
    })
    expect(() => readConfig(recording)).not.toThrow()
    const holdsASecret = Object.entries(environment).filter(([, value]) =>
      [...secrets.values(), 'kept-in-a-shell'].some((one) => value?.includes(one)),
    )
    expect(holdsASecret.length).toBeGreaterThan(0)
    expect(holdsASecret.filter(([name]) => !read.has(name)).map(([name]) => name)).toEqual([])
    expect(Object.values(environment).filter((value) => value?.includes('kept-in-a-shell'))).toEqual([])
  })

  test('shares no secret between services', () => {
    const known = new Map(
      SERVICES.map((service) => [service, Object.values(environmentOf(slotOf(service), wiring)).join('\n')]),
    )
    const shared = [...secrets]
      .map(([what, value]) => [what, ...SERVICES.filter((service) => known.get(service)?.includes(value))])
      .filter(([, ...holders]) => holders.length > 1)
    expect(shared).toEqual([])
  })
})
