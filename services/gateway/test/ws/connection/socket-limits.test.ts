import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Service } from '../../../src/index.js'
import { RATE_LIMITS } from '../../../src/ws/connection/rate-limits.js'
import { SocketLimits } from '../../../src/ws/connection/socket-limits.js'
import { TestClient } from '../../support/test-client.js'
import { createWorld, type World } from '../../support/world.js'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

describe('sockets of an account', () => {
  const CAP = 5
  let gateway: Service
  beforeAll(async () => {
    gateway = await world.gateway({ socketsPerAccount: CAP })
  })

  const open = (person: number): Promise<TestClient[]> =>
    Promise.all(Array.from({ length: CAP }, () => world.client(gateway, person)))

  test('are refused beyond the cap with a reason and 1008 until one closes', async () => {
    const clients = await open(1)
    const [first] = clients
    await Promise.all(clients.map((client) => client.ask('request-room-list', {})))
    const surplus = await world.client(gateway, 1)
    expect(await surplus.event('error')).toMatchObject({ event: 'connection', code: 'TOO_MANY_SOCKETS' })
    expect(await surplus.closed).toBe(1008)
    const byToken = await world.client(gateway, 0)
    const answer = byToken.ask('authenticate', { token: world.auth.person(1).accessToken })
    expect(await answer).toMatchObject({ success: false, code: 'TOO_MANY_SOCKETS' })
    expect(await byToken.closed).toBe(1008)
    first?.drop()
    await first?.closed
    const next = await world.client(gateway, 1)
    expect(await next.ask('request-room-list', {})).toMatchObject({ success: true })
    expect((await world.client(gateway, 2)).socket.readyState).toBe(1)
  })

  test('share their rates, including frames received before sign-in', async () => {
    const clients = await open(3)
    // Together more than an account's limit, but too few to close any socket.
    const each = 25
    const { burst, perSecond } = RATE_LIMITS.battle
    const before = world.engine.calls.get('readyUp') ?? 0
    const sinceMs = Date.now()
    const answers = await Promise.all(
      clients.flatMap((client) => Array.from({ length: each }, () => client.ask('ready-up', { roomId: 'r' }))),
    )
    const cameBack = (perSecond * (Date.now() - sinceMs)) / 1000
    expect((world.engine.calls.get('readyUp') ?? 0) - before).toBeLessThanOrEqual(burst + cameBack)
    expect(answers.filter(({ code }) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(
      CAP * each - burst - cameBack,
    )
    const other = await world.client(gateway, 4)
    expect(await other.ask('ready-up', { roomId: 'r' })).not.toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('gain nothing by reconnecting', () => {
    const limits = new SocketLimits({ perAccount: 1, perNetwork: 1 }, () => 0)
    const limiter = limits.join(1)
    limits.leave(1)
    expect(limits.join(1)).toBe(limiter)
    expect(limits.join(1)).toBeUndefined()
  })
})

describe('sockets of a network', () => {
  const CAP = 3
  let gateway: Service
  beforeAll(async () => {
    gateway = await world.gateway({ socketsPerNetwork: CAP, trustProxy: 1 })
  })

  const from = (address: string, port = gateway.ports.realtime): Promise<TestClient> =>
    TestClient.open(port, { from: address })

  test.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['an IPv6 /48', '2001:db8:1:1::1', '2001:db8:1:ffff::9', '2001:db8:2::1'],
  ])('are refused with 429 beyond the cap of %s at either listener', async (_what, one, same, other) => {
    const { realtime, http } = gateway.ports
    const clients = [await from(one, realtime), await from(same, http), await from(one, http)]
    await expect(from(same, realtime)).rejects.toThrow('429')
    await expect(from(one, http)).rejects.toThrow('429')
    clients.push(await from(other, realtime))
    clients.forEach((client) => client.drop())
  })

  test('are limited in how often they open', () => {
    let nowMs = 0
    const limits = new SocketLimits({ perAccount: 1, perNetwork: CAP }, () => nowMs)
    const openAndClose = (): boolean => {
      if (!limits.admitUpgrade('n')) return false
      limits.opened('n')
      limits.closed('n')
      return true
    }
    expect(Array.from({ length: CAP + 1 }, openAndClose)).toEqual([...Array(CAP).fill(true), false])
    nowMs += 60_000 / CAP
    expect([openAndClose(), openAndClose()]).toEqual([true, false])
  })

  test('reject a forged splice header', async () => {
    const direct = await world.gateway({ socketsPerNetwork: 1 })
    const kept = await TestClient.open(direct.ports.realtime, { from: '198.51.100.1' })
    await expect(TestClient.open(direct.ports.realtime, { from: '198.51.100.2' })).rejects.toThrow('429')
    kept.drop()
  })
})
