import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createBus } from '@kla/chassis'
import { infrastructure, quietLogger } from '@kla/testkit'
import { createWorld, type World } from './support/world.js'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

test('a failed start leaves no connection open', async () => {
  const bus = await createBus({ url: infrastructure().natsUrl, name: 'gateway-test', log: quietLogger() })
  try {
    await expect(world.gateway({ avatarBaseUrl: 'no address' }, { bus })).rejects.toThrow('Invalid URL')
    expect(bus.connected()).toBe(false)
  } finally {
    await bus.close()
  }
})
