import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually, infrastructure } from '@kla/testkit'
import { createPlatform, newAccount, type Platform, type RoomsClient } from '../platform.js'
import { createProxy, type Proxy } from '../proxy.js'

describe('while Redis is down', () => {
  let platform: Platform
  let proxy: Proxy
  let client: RoomsClient
  let healthPort: number

  beforeAll(async () => {
    platform = await createPlatform()
    proxy = await createProxy(infrastructure().redisUrl)
    const pod = await platform.pod({}, { REDIS_URL: proxy.url, GATEWAY_LEASE_MS: '1000', RECONNECT_GRACE_MS: '60000' })
    client = pod.client
    healthPort = pod.service.ports.health
  })
  afterAll(async () => {
    await platform.stop()
    await proxy.cut()
  })

  const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status

  test('rejects commands in time, and continues with the same seats afterwards', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(client, ada)
    await eventually(async () => expect(await ready()).toBe(200))
    await proxy.cut()
    const began = performance.now()
    await expect(platform.join(client, bob, room.id)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await expect(client.getRoom({ roomId: room.id })).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    expect(performance.now() - began).toBeLessThan(2 * 1_500)
    // Its neighbours miss the same Redis: during a short outage calls must go on coming here.
    expect(await ready()).toBe(200)
    await proxy.mend()
    const joined = await eventually(() => platform.join(client, bob, room.id), 10_000)
    // The gateway's lease has run out meanwhile, but it had no chance to renew it.
    expect(joined.seats.map(({ accountId, graceDeadlineMs }) => [accountId, graceDeadlineMs])).toEqual([
      [ada, 0],
      [bob, 0],
    ])
  })
})
