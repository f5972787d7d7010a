import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readEnvironment, urls } from '@kla/chassis'
import { natsServers } from '../src/nats/bus.js'
import { redisAddress } from '../src/redis.js'
import { freePort, openPrivateServers, type PrivateServers } from './support/private-servers.js'

const ASK = fileURLToPath(new URL('support/ask-stores.mjs', import.meta.url))

describe('an address of NATS', () => {
  test.each([
    ['nats://n1:4222', { servers: ['n1:4222'] }],
    ['nats://kla:p%40ss@n1:4222, nats://n2:4222', { servers: ['n1:4222', 'n2:4222'], user: 'kla', pass: 'p@ss' }],
    ['nats://a-token@n1:4222', { servers: ['n1:4222'], token: 'a-token' }],
    ['tls://kla:pass@n1:4222', { servers: ['n1:4222'], user: 'kla', pass: 'pass', tls: {} }],
  ])('is parsed from %s', (address, expected) => {
    expect(natsServers(address)).toEqual(expected)
  })
})

describe('an address of Redis', () => {
  test.each([
    ['redis://r1', { host: 'r1', port: 6379 }],
    ['redis://:p%40ss@r1:6380/2', { host: 'r1', port: 6380, password: 'p@ss', db: 2 }],
    ['rediss://kla:pass@[::1]:6380', { host: '::1', port: 6380, username: 'kla', password: 'pass', tls: {} }],
    [
      'redis+sentinel://kla:pass@s1/main?sentinelPassword=s,redis+sentinel://s2:26380',
      {
        username: 'kla',
        password: 'pass',
        name: 'main',
        sentinelPassword: 's',
        enableTLSForSentinelMode: false,
        sentinels: [
          { host: 's1', port: 26379 },
          { host: 's2', port: 26380 },
        ],
      },
    ],
  ])('is parsed from %s', (address, expected) => {
    expect(redisAddress(address)).toEqual(expected)
  })

  test('is rejected when it lists several servers without sentinels', () => {
    expect(() => redisAddress('redis://r1,redis://r2')).toThrow('not sentinels')
  })
})

describe('a list of addresses', () => {
  test('is rejected without being printed when one entry is invalid', () => {
    const variables = { NATS_URL: urls('NATS') }
    expect(readEnvironment(variables, { NATS_URL: 'nats://a:4222,nats://b:4222' }).NATS_URL).toContain('b:4222')
    const fault = (): unknown => readEnvironment(variables, { NATS_URL: 'nats://kla:hush@a:4222,b' })
    expect(fault).toThrow('NATS_URL')
    expect(fault).not.toThrow(/hush/)
  })
})

describe('a service', () => {
  let servers: PrivateServers
  const NAMES = ['redis', 'tlsRedis', 'sentinel', 'nats', 'tokenNats', 'nobody'] as const
  const ports = {} as Record<(typeof NAMES)[number], number>

  beforeAll(async () => {
    servers = await openPrivateServers()
    for (const name of NAMES) ports[name] = await freePort()
    await servers.certify()
    const plain = ['--port', String(ports.redis), '--save', '']
    const secure = ['--tls-port', String(ports.tlsRedis), '--tls-cert-file', 'cert.pem', '--tls-key-file', 'key.pem']
    const users = ['--user', 'kla', 'on', '>pass', '>next', '~*', '&*', '+@all']
    const login = ['--requirepass', 'main', '--bind', '127.0.0.1']
    await servers.start(ports.redis, 'redis-server', [
      ...[...plain, ...secure, '--tls-ca-cert-file', 'cert.pem', '--tls-auth-clients', 'no'],
      ...[...users, ...login],
    ])
    await servers.write(
      'sentinel.conf',
      `port ${ports.sentinel}\nsentinel monitor main 127.0.0.1 ${ports.redis} 1\nsentinel auth-pass main main\n`,
    )
    await servers.start(ports.sentinel, 'redis-server', ['sentinel.conf', '--sentinel'])
    const certificate = ['--tls', '--tlscert', 'cert.pem', '--tlskey', 'key.pem']
    const on = (port: number): string[] => ['-a', '127.0.0.1', '-p', String(port)]
    const account = ['--user', 'kla', '--pass', 'p@ss']
    await servers.start(ports.nats, 'nats-server', [...on(ports.nats), ...certificate, ...account])
    await servers.start(ports.tokenNats, 'nats-server', [...on(ports.tokenNats), '--auth', 'a-token'])
  }, 60_000)
  afterAll(() => servers.close())

  const ask = (environment: NodeJS.ProcessEnv): Promise<string> =>
    new Promise((resolve) => {
      const authority = { NODE_EXTRA_CA_CERTS: `${servers.directory}/cert.pem` }
      const env = { ...process.env, REDIS_URL: '', ...authority, ...environment }
      execFile(process.execPath, [ASK], { env, timeout: 25_000 }, (_, out) => resolve(out.trim()))
    })

  test.each<[string, () => NodeJS.ProcessEnv]>([
    ['Redis as a user', () => ({ REDIS_URL: `redis://kla:pass@127.0.0.1:${ports.redis}` })],
    ['Redis with the second password of a user', () => ({ REDIS_URL: `redis://kla:next@127.0.0.1:${ports.redis}` })],
    ['Redis by TLS', () => ({ REDIS_URL: `rediss://kla:pass@127.0.0.1:${ports.tlsRedis}` })],
    [
      'Redis behind sentinels of which one is away',
      () => {
        const others = `redis+sentinel://127.0.0.1:${ports.sentinel}`
        return { REDIS_URL: `redis+sentinel://kla:pass@127.0.0.1:${ports.nobody}/main,${others}` }
      },
    ],
    [
      'NATS by TLS as a user, with a server that is away',
      // By name: the client does not compare an address with what a certificate says.
      () => ({ NATS_URL: `tls://kla:p%40ss@localhost:${ports.nobody},tls://localhost:${ports.nats}` }),
    ],
    ['NATS with a token', () => ({ NATS_URL: `nats://a-token@127.0.0.1:${ports.tokenNats}` })],
  ])('reaches %s', async (_what, environment) => {
    expect(await ask(environment())).toBe('PONG')
  })
})
