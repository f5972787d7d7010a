import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { nextTurn, type Pair, partPair, type Turn } from '@kla/bots'
import type { Platform } from '@kla/local'
import { sized } from '@kla/testkit'
import { faultsOf, playThrough, seatTestPair, startTestPlatform } from '../src/platform/index.js'

const BATTLES = sized(4, 6)
/**
 * A process that hangs costs a call its first try, and its second where that meets the same process: 4.5 s in all. A
 * vote of the product lasts five minutes; here it ends when both have voted.
 */
const VOTE_MS = '10000'
/** Processes that start beside the battles, on a busy machine, must not make a pick late. */
const PROMPT_MS = '3000'
let platform: Platform
let pairs: Pair[]

beforeAll(async () => {
  platform = await startTestPlatform('game-engine-failures', {
    processes: { 'game-engine': 2 },
    environment: { BATTLE_PROMPT_MS: PROMPT_MS, BATTLE_VOTE_MS: VOTE_MS },
  })
  pairs = await Promise.all(Array.from({ length: BATTLES }, () => seatTestPair(platform)))
}, 90_000)
afterAll(async () => {
  await Promise.all((pairs ?? []).map(partPair))
  await platform?.close()
}, 60_000)

/** Plays battles in all rooms at once, and does something while the first of them is in a phase. */
async function playWhile(phase: Turn['phase'], disturb: () => Promise<void>): Promise<void> {
  const [pair] = pairs
  const reached = pair && nextTurn(pair.first.client, phase, { withinMs: 30_000 })
  const battles = pairs.map((one) => playThrough(one))
  await reached
  await disturb()
  await Promise.all(battles)
  expect(faultsOf(pairs)).toEqual([])
}

const oneEngine = () => {
  const [engine] = platform.running('game-engine')
  if (!engine) throw new Error('no game-engine is running')
  return engine
}

describe('battles', () => {
  test.each(sized<readonly Turn['phase'][]>(['vote'], ['prompt', 'show', 'vote', 'result']))(
    'go on when a game-engine process is killed in the phase %s',
    async (phase) => {
      await playWhile(phase, () => platform.kill(oneEngine()))
      await platform.start('game-engine')
    },
    60_000,
  )

  test('go on when the only game-engine process is killed and another one starts', async () => {
    await platform.stop(oneEngine())
    await playWhile('show', async () => {
      await platform.kill(oneEngine())
      await platform.start('game-engine')
    })
    await platform.start('game-engine')
  }, 60_000)

  test('go on when a game-engine process hangs, and when it wakes up in the next battle with commands of the last one', async () => {
    const engine = oneEngine()
    await playWhile('prompt', async () => platform.pause(engine))
    await playWhile('prompt', async () => platform.resume(engine))
  }, 60_000)

  test('go on when two game-engine processes are added and the earlier ones are removed', async () => {
    const before = platform.running('game-engine')
    await playWhile('prompt', async () => {
      await Promise.all([platform.start('game-engine'), platform.start('game-engine')])
      await Promise.all(before.map((engine) => platform.kill(engine)))
    })
  }, 60_000)
})
