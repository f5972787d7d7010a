import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { nextTurn, partPair, settled, type Turn } from '@kla/bots'
import type { Platform } from '@kla/local'
import { sized } from '@kla/testkit'
import { faultsOf, playThrough, seatTestPair, startTestPlatform, TEST_PLAN } from '../src/platform/index.js'

let platform: Platform
beforeAll(async () => {
  platform = await startTestPlatform('gateway-failures', {
    processes: { gateway: 2 },
    environment: { RECONNECT_GRACE_MS: '8000' },
  })
}, 90_000)
afterAll(() => platform?.close(), 60_000)

/** Below a gateway's rate, and often enough that lines are in flight when it dies. */
const CHAT_EVERY_MS = 150
/** Each with a line in flight now and then. */
const PAIRS = sized(4, 8)

/** One player at each gateway; each goes to the other one when its own is lost. */
async function seatAcross(options: { handsOver?: boolean } = {}) {
  const [here, there] = platform.running('gateway').map(({ url }) => url)
  if (!here || !there) throw new Error('two gateways have to run')
  return seatTestPair(platform, { ...options, gateways: { first: [here, there], second: [there, here] } })
}

describe('a battle across two gateways', () => {
  test('plays the same for two players at different gateways as at one', async () => {
    const pair = await seatAcross()
    await playThrough(pair)
    expect(faultsOf([pair])).toEqual([])
    await partPair(pair)
  }, 60_000)

  test.each(sized<readonly Turn['phase'][]>(['show'], ['prompt', 'show', 'vote', 'result']))(
    'goes on when the gateway of one player is killed in the phase %s, and no acknowledged message is lost without a sign',
    async (phase) => {
      const pairs = await Promise.all(Array.from({ length: PAIRS }, () => seatAcross()))
      const [pair] = pairs
      const reached = pair && nextTurn(pair.second.client, phase, { withinMs: 30_000 })
      const battles = Promise.all(pairs.map((one) => playThrough(one, TEST_PLAN, undefined, CHAT_EVERY_MS)))
      await reached
      // The second gateway: the site's address, where others sign in, is the first one's.
      const [, gateway] = platform.running('gateway')
      if (!gateway) throw new Error('the second gateway does not run')
      await platform.kill(gateway)
      await battles
      expect(pairs.map(({ second }) => second.client.connections)).toEqual(pairs.map(() => 2))
      expect(pairs.map(({ first }) => first.client.connections)).toEqual(pairs.map(() => 1))
      await settled(pairs)
      expect(faultsOf(pairs)).toEqual([])
      await Promise.all(pairs.map(partPair))
      await platform.start('gateway')
    },
    60_000,
  )

  test('moves a client without hand-over to the other gateway by closing its connection', async () => {
    const pair = await seatAcross({ handsOver: false })
    const reached = nextTurn(pair.second.client, 'show', { withinMs: 30_000 })
    const battle = playThrough(pair)
    await reached
    const [, gateway] = platform.running('gateway')
    if (!gateway) throw new Error('the second gateway does not run')
    await platform.stop(gateway)
    await battle
    expect(pair.second.client.closeCodes).toEqual([1001])
    expect(pair.second.client.stay).toMatchObject({ handovers: 0, reconnects: 1 })
    expect(pair.second.phases.faults).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 })
    await partPair(pair)
    await platform.start('gateway')
  }, 60_000)
})
