import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fastify from 'fastify'
import { networkOf, parseTrustedProxies, type TrustedProxies, trustOf } from '../../src/shared/networks.js'
import { createWorld, type World } from '../support/world.js'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0'],
  ['2001:0DB8::7:1:2:3:4', '2001:db8:0'],
  ['2001:db8::', '2001:db8:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['::1', '0:0:0'],
  ['', ''],
])('networkOf maps %s to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('TRUST_PROXY', () => {
  test.each<[string, TrustedProxies]>([
    ['0', 0],
    ['false', 0],
    ['1', 1],
    ['true', 1],
    ['2', 2],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
  ])('accepts "%s"', (text, proxies) => {
    expect(parseTrustedProxies(text)).toEqual(proxies)
  })

  test.each([
    'yes',
    '-1',
    '1.5',
    '100',
    ',',
    '10.0.0.1,',
    '10.0.0.0/',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'kla',
  ])('rejects "%s"', (text) => {
    expect(() => parseTrustedProxies(text)).toThrow('is neither a number of proxies nor a list')
  })

  test('isWithin matches addresses in either notation', () => {
    const trust = trustOf(['10.0.0.0/8', 'fe80::/10', '2001:db8::1'])
    const addresses = ['10.9.8.7', '::ffff:10.9.8.7', 'fe80::1%eth0', '2001:db8::1', '11.0.0.1', '2001:db8::2', 'x', '']
    expect(addresses.map((address) => trust(address, 0))).toEqual([true, true, true, true, false, false, false, false])
  })
})

describe('the client address for limits and lock-outs', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test.each<[TrustedProxies, string, string, string]>([
    [0, '127.0.0.1', '203.0.113.7', '127.0.0.1'],
    [1, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    [1, '127.0.0.1', '192.0.2.66, 203.0.113.7', '203.0.113.7'],
    [2, '127.0.0.1', '203.0.113.7, 10.0.0.1', '203.0.113.7'],
    [2, '127.0.0.1', '192.0.2.66, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    [['127.0.0.0/8', '10.0.0.1'], '127.0.0.1', '192.0.2.66, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    [['10.0.0.1'], '10.0.0.1', '192.0.2.66, 203.0.113.7', '203.0.113.7'],
    [['10.0.0.1'], '198.51.100.9', '203.0.113.7', '198.51.100.9'],
  ])(
    'with %j in front, connected from %s, forwarded for %s, is %s',
    async (proxies, remoteAddress, forwardedFor, address) => {
      const { http } = await world.gateway({ trustProxy: proxies })
      world.auth.administrators.calls.length = 0
      await http.inject({
        method: 'POST',
        url: '/adminlogin',
        remoteAddress,
        headers: { 'x-forwarded-for': forwardedFor },
        payload: { username: 'moderator', password: 'secret' },
      })
      expect(world.auth.administrators.calls).toMatchObject([{ request: { address } }])
    },
  )

  test('forged addresses do not escape the limit', async () => {
    const { http } = await world.gateway({ trustProxy: 1, restLimitPerMinute: 3 })
    const statuses: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${time}, 203.0.113.7` }
      statuses.push((await http.inject({ url: '/api/config', headers })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('forwarded host and protocol follow the same trust', async () => {
    const headers = { host: 'kla.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const seen: string[] = []
    for (const proxies of [0, ['10.0.0.1'], 1]) {
      const trustProxy = trustOf(proxies)
      const app = fastify({ trustProxy })
      app.get('/', async ({ host, protocol }) => `${protocol}://${host}`)
      seen.push((await app.inject({ url: '/', headers })).body)
    }
    expect(seen).toEqual(['http://kla.example', 'http://kla.example', 'https://evil.example'])
  })
})
