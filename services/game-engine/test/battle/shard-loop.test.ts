import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createShardLoop, type ShardLoop } from '../../src/battle/shard-loop.js'
import type { Claims } from '../../src/store/battle-store-types.js'

const POLL_MS = 1_000
/** Redis' clock is not this one's. */
const REDIS_AHEAD_MS = 5_000_000

type Claimed = Claims['claimed'][number]
const battle = (roomId: string): Claimed => ({ version: 1, battle: { roomId } }) as Claimed

let loop: ShardLoop
let due: { roomId: string; atMs: number }[]
let looks: { atMs: number; claimed: string[] }[]
let faults: unknown[]
let broken: boolean
let passing: Map<string, () => void>

const now = (): number => performance.now() + REDIS_AHEAD_MS
const nextDue = (): number | undefined => due.map(({ atMs }) => atMs).sort((one, other) => one - other)[0]

beforeEach(() => {
  jest.useFakeTimers()
  ;[due, looks, faults, broken, passing] = [[], [], [], false, new Map()]
  loop = createShardLoop({
    claim: async () => {
      if (broken) throw new Error('no Redis')
      const claimed = due.filter(({ atMs }) => atMs <= now()).map(({ roomId }) => roomId)
      due = due.filter(({ roomId }) => !claimed.includes(roomId))
      looks.push({ atMs: performance.now(), claimed })
      return { nowMs: now(), nextDueMs: nextDue(), claimed: claimed.map(battle) }
    },
    pass: (one) => new Promise<void>((resolve) => passing.set(one.battle.roomId, resolve)),
    pollMs: POLL_MS,
    onLook: (error) => void (error !== undefined && faults.push(error)),
  })
})
afterEach(() => {
  jest.useRealTimers()
})

const claimedSoFar = (): string[] => looks.flatMap(({ claimed }) => claimed)
const dueIn = (ms: number, roomId: string): void => void due.push({ roomId, atMs: now() + ms })

test('a deadline is claimed when it comes, while the one before is still being passed', async () => {
  dueIn(300, 'one')
  dueIn(340, 'two')
  loop.start()
  await jest.advanceTimersByTimeAsync(299)
  expect(claimedSoFar()).toEqual([])
  await jest.advanceTimersByTimeAsync(2)
  expect(claimedSoFar()).toEqual(['one'])
  await jest.advanceTimersByTimeAsync(41)
  expect(claimedSoFar()).toEqual(['one', 'two'])
  expect([...passing.keys()]).toEqual(['one', 'two'])
})

test('deadlines that follow each other closely are claimed together', async () => {
  for (let at = 0; at < 50; at += 1) dueIn(500 + at, `room ${at}`)
  loop.start()
  await jest.advanceTimersByTimeAsync(600)
  expect(claimedSoFar()).toHaveLength(50)
  expect(looks.length).toBeLessThanOrEqual(10)
})

test('a deadline that this pod sets is not waited for until the next look, and one that others set is seen then', async () => {
  loop.start()
  await jest.advanceTimersByTimeAsync(100)
  dueIn(50, 'ours')
  loop.wakeAt(performance.now() + 50)
  await jest.advanceTimersByTimeAsync(51)
  expect(claimedSoFar()).toEqual(['ours'])
  dueIn(10, 'of another pod')
  await jest.advanceTimersByTimeAsync(POLL_MS - 20)
  expect(claimedSoFar()).toEqual(['ours'])
  await jest.advanceTimersByTimeAsync(21)
  expect(claimedSoFar()).toEqual(['ours', 'of another pod'])
})

test('a look that fails is told, and tried again after a pause', async () => {
  broken = true
  dueIn(0, 'one')
  loop.start()
  await jest.advanceTimersByTimeAsync(250)
  expect(faults).toHaveLength(3)
  broken = false
  await jest.advanceTimersByTimeAsync(100)
  expect(claimedSoFar()).toEqual(['one'])
})

test('it ends when what was begun has ended, and looks no more', async () => {
  dueIn(0, 'one')
  loop.start()
  await jest.advanceTimersByTimeAsync(1)
  let ended = false
  const stopped = loop.stop().then(() => (ended = true))
  await jest.advanceTimersByTimeAsync(10)
  expect(ended).toBe(false)
  passing.get('one')?.()
  await stopped
  dueIn(0, 'two')
  loop.wakeAt(performance.now())
  await jest.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(claimedSoFar()).toEqual(['one'])
})
