import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import { spliceUpgrades } from '../../src/http/upgrades.js'
import type { Service } from '../../src/index.js'
import { type TrustedProxies, trustOf } from '../../src/shared/networks.js'
import { Splices } from '../../src/shared/splices.js'
import { newRoom, TestClient } from '../support/test-client.js'
import { createWorld, type World } from '../support/world.js'

describe('upgrades at the HTTP listener', () => {
  let world: World
  let gateway: Service

  beforeAll(async () => {
    world = await createWorld()
    gateway = await world.gateway()
    world.auth.person(1)
  })
  afterAll(() => world.stop())

  test('for /realtime reach the socket listener with cookie and room', async () => {
    const options = { cookie: 'kla=session-1', path: '/realtime?room=r' }
    const client = await TestClient.open(gateway.ports.http, options)
    expect(await client.ask('create-room', newRoom())).toMatchObject({ success: true })
    client.drop()
  })

  test('for other paths are refused', async () => {
    await expect(TestClient.open(gateway.ports.http, { path: '/elsewhere' })).rejects.toThrow('404')
  })
})

describe('spliceUpgrades', () => {
  const servers: Server[] = []
  afterAll(() => servers.forEach((server) => server.close()))

  /** Returns what arrives upstream when these bytes are sent to the front. */
  async function seenUpstream(bytes: string, proxies: TrustedProxies = 0): Promise<string> {
    let seen = ''
    const upstream = createTcpServer((socket) => {
      socket.on('data', (chunk) => (seen += chunk.toString()))
      socket.on('end', () => socket.end())
    }).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const front = createServer()
    spliceUpgrades(front, {
      host: '127.0.0.1',
      port: () => (upstream.address() as AddressInfo).port,
      trust: trustOf(proxies),
      splices: new Splices(),
      log: quietLogger(),
    })
    front.listen(0, '127.0.0.1')
    servers.push(front)
    await once(front, 'listening')
    const client = connect((front.address() as AddressInfo).port, '127.0.0.1')
    client.end(bytes)
    client.resume()
    await once(client, 'close')
    upstream.close()
    return seen
  }

  const head = (more: string): string =>
    `GET /realtime?room=r HTTP/1.1\r\nHost: kla\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`

  test('forwards the head unchanged and the bytes that follow it', async () => {
    const seen = await seenUpstream(
      `${head('Cookie: kla=s\r\nX-Kla-Splice: forged\r\nX-Odd-Case: yes\r\n')}early bytes`,
    )
    expect(seen.replace(/[0-9a-f]{32}\.1/, 'ours')).toBe(
      'GET /realtime?room=r HTTP/1.1\r\nHost: kla\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Cookie: kla=s\r\nX-Odd-Case: yes\r\nX-Forwarded-For: 127.0.0.1\r\nx-kla-splice: ours\r\n\r\nearly bytes',
    )
  })

  test.each<[TrustedProxies, string, string]>([
    [0, '203.0.113.7', '127.0.0.1'],
    [1, '203.0.113.7', '203.0.113.7, 127.0.0.1'],
    [1, '192.0.2.66, 203.0.113.7', '203.0.113.7, 127.0.0.1'],
    [2, '192.0.2.66, 203.0.113.7, 10.0.0.1', '203.0.113.7, 10.0.0.1, 127.0.0.1'],
    [['127.0.0.1', '10.0.0.0/8'], '192.0.2.66, 203.0.113.7, 10.0.0.1', '203.0.113.7, 10.0.0.1, 127.0.0.1'],
    [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
    [1, '<script>', '127.0.0.1'],
  ])('with %j in front forwards X-Forwarded-For %s as %s', async (proxies, came, passedOn) => {
    const seen = await seenUpstream(head(`X-Forwarded-For: ${came}\r\n`), proxies)
    expect(seen).toContain(`\r\nX-Forwarded-For: ${passedOn}\r\n`)
  })

  test('answers 503 when the socket listener is down', async () => {
    const front = createServer()
    spliceUpgrades(front, {
      host: '127.0.0.1',
      port: () => 1,
      trust: trustOf(0),
      splices: new Splices(),
      log: quietLogger(),
    })
    front.listen(0, '127.0.0.1')
    servers.push(front)
    await once(front, 'listening')
    await expect(TestClient.open((front.address() as AddressInfo).port)).rejects.toThrow('503')
  })
})
