import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { SessionLeft, subjects } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import { createLogouts, type Logout } from '../../src/http/logouts.js'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

function setUp() {
  const world = { authAway: true, natsAway: false, asked: 0, published: [] as SessionLeft[] }
  const bus = {
    publishEvent: async (subject: string, _id: string, data: Uint8Array) => {
      if (world.natsAway) throw new KlaError('UNAVAILABLE')
      expect(subject).toBe(subjects.eventSessionLeft)
      world.published.push(SessionLeft.decode(data))
    },
  }
  const end = async (): Promise<void> => {
    world.asked += 1
    if (world.authAway) throw new KlaError('UNAVAILABLE')
  }
  const logout = (secret: string, of: Logout['of'] = 'session'): Logout => ({ secret, of, end })
  return { world, logout, logouts: createLogouts({ bus, log: quietLogger(), now: Date.now }) }
}

describe('a log-out while auth is away', () => {
  test.each([
    ['session', 'an-id.a-rotated-secret', { everywhere: false, administrator: false, sessionKey: hashOf('an-id') }],
    ['everywhere', 'an-id', { everywhere: true, administrator: false, sessionKey: hashOf('an-id') }],
    ['administrator', 'a-token', { everywhere: false, administrator: true, sessionKey: hashOf('a-token') }],
  ] as const)('outlives this process: %s', async (of, secret, event) => {
    const { world, logout, logouts } = setUp()
    await logouts.run(logout(secret, of))
    await logouts.stop()
    expect(world.published).toMatchObject([event])
    expect(JSON.stringify(world.published)).not.toContain(secret)
  })

  test('is published later if NATS is away as well', async () => {
    const { world, logout, logouts } = setUp()
    world.natsAway = true
    await logouts.run(logout('an-id'))
    expect(world.published).toEqual([])
    world.natsAway = false
    await eventually(() => expect(world.published).toHaveLength(1))
    world.authAway = false
    const before = world.asked
    await eventually(() => expect(world.asked).toBe(before + 1))
    await logouts.stop()
    expect(world.published).toHaveLength(1)
  })

  test('is not published when auth answers or refuses', async () => {
    const { world, logout, logouts } = setUp()
    world.authAway = false
    await logouts.run(logout('an-id'))
    const refusal = new KlaError('NOT_SIGNED_IN')
    await expect(logouts.run({ ...logout('other'), end: () => Promise.reject(refusal) })).rejects.toBe(refusal)
    await logouts.stop()
    expect(world.published).toEqual([])
  })
})
