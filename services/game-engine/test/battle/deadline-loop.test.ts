import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createMetrics } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'
import { createDeadlineLoop, createLocalDeadlines, type LocalDeadlines } from '../../src/battle/deadline-loop.js'
import type { CommandRunner } from '../../src/battle/run-command.js'
import type { Stored } from '../../src/battle/store.js'
import { createEngineMetrics } from '../../src/shared/metrics.js'

let own: LocalDeadlines
let passed: { roomId: string; version: number; atMs: number }[]
let ending: (() => void)[]
/** Redis' clock is not this one's. */
let aheadMs: number

const now = (): number => performance.now() + aheadMs
const due = (roomId: string, version: number, inMs: number): Stored =>
  ({ version, token: `${version}`, battle: { roomId, match: {}, deadlineMs: now() + inMs } }) as Stored
const versions = (): number[] => passed.map(({ version }) => version)

beforeEach(() => {
  jest.useFakeTimers()
  ;[passed, ending, aheadMs] = [[], [], 5_000_000]
  own = createLocalDeadlines({
    nowMs: now,
    endPhase: ({ battle: { roomId }, version }) => {
      passed.push({ roomId, version, atMs: now() })
      return new Promise((resolve) => ending.push(resolve))
    },
  })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('createLocalDeadlines', () => {
  test('ends a phase when its deadline comes by Redis’ clock, and not before', async () => {
    const stored = due('room', 1, 300)
    own.set(stored)
    await jest.advanceTimersByTimeAsync(299)
    expect(passed).toEqual([])
    expect(own.owns(stored.battle.roomId, stored.token)).toBe(true)
    expect(own.lastStored(stored.battle.roomId)).toBe(stored)
    await jest.advanceTimersByTimeAsync(2)
    expect(versions()).toEqual([1])
  })

  test('keeps waiting when the clock turns out to be behind', async () => {
    const stored = due('room', 1, 300)
    own.set(stored)
    aheadMs -= 100
    await jest.advanceTimersByTimeAsync(350)
    expect(passed).toEqual([])
    await jest.advanceTimersByTimeAsync(51)
    expect(versions()).toEqual([1])
    expect(passed[0]?.atMs).toBeGreaterThanOrEqual(300 + 5_000_000)
  })

  test('ends only the version stored last, and nothing without a deadline', async () => {
    own.set(due('one', 1, 100))
    own.set(due('one', 2, 200))
    own.set(due('other', 1, 100))
    own.set({ version: 2, battle: { roomId: 'other', phase: 'waiting' } } as Stored)
    await jest.advanceTimersByTimeAsync(300)
    expect(passed).toMatchObject([{ roomId: 'one', version: 2 }])
  })

  test('keeps a battle until its phase has ended, and no other version', async () => {
    const stored = due('room', 1, 10)
    own.set(stored)
    await jest.advanceTimersByTimeAsync(20)
    expect(own.owns(stored.battle.roomId, stored.token)).toBe(true)
    expect(own.owns(stored.battle.roomId, 'another')).toBe(false)
    ending[0]?.()
    await jest.advanceTimersByTimeAsync(1)
    expect(own.owns(stored.battle.roomId, stored.token)).toBe(false)
    expect(own.lastStored(stored.battle.roomId)).toBeUndefined()
  })

  test('keeps what ending a phase has stored', async () => {
    own.set(due('room', 1, 10))
    await jest.advanceTimersByTimeAsync(20)
    own.set(due('room', 2, 30))
    ending[0]?.()
    await jest.advanceTimersByTimeAsync(50)
    expect(versions()).toEqual([1, 2])
  })

  test('stops after the running phases, without beginning more', async () => {
    own.set(due('one', 1, 10))
    own.set(due('two', 1, 100))
    await jest.advanceTimersByTimeAsync(20)
    let ended = false
    const stopped = own.stop().then(() => (ended = true))
    own.set(due('three', 1, 10))
    await jest.advanceTimersByTimeAsync(200)
    expect(ended).toBe(false)
    ending[0]?.()
    await stopped
    expect(passed).toHaveLength(1)
  })
})

describe('createDeadlineLoop', () => {
  test('reports polls once every shard has been polled, and none while one shard hangs', async () => {
    let hangs = false
    let reports = 0
    const loop = createDeadlineLoop({
      store: {
        shards: [0, 1, 2],
        nowMs: now,
        claim: (shard) =>
          hangs && shard === 1 ? new Promise(() => undefined) : Promise.resolve({ nowMs: 0, nextInMs: 0, claimed: [] }),
      },
      runner: {} as CommandRunner,
      metrics: createEngineMetrics(createMetrics('test')),
      log: quietLogger(),
      pollMs: 100,
      onPolled: () => (reports += 1),
    })
    loop.start()
    await jest.advanceTimersByTimeAsync(1_001)
    expect(reports).toBe(11)
    hangs = true
    await jest.advanceTimersByTimeAsync(1_000)
    expect(reports).toBe(11)
  })

  test('counts a deadline once its phase has ended, and none that fails', async () => {
    let fails = true
    const metrics = createEngineMetrics(createMetrics('test'))
    const loop = createDeadlineLoop({
      store: {
        shards: [0],
        nowMs: now,
        claim: async () => ({ nowMs: now(), nextInMs: 0, claimed: [due('overdue', 1, -200)] }),
      },
      runner: {
        tryOn: async () => {
          if (fails) throw new Error('no phase ends')
          return true
        },
        run: async () => ({}),
      },
      metrics,
      log: quietLogger(),
      pollMs: 100,
    })
    const counted = async () => (await metrics.claims.get()).values[0]?.value ?? 0
    loop.schedule(due('own', 1, 10))
    loop.start()
    await jest.advanceTimersByTimeAsync(100)
    expect(await counted()).toBe(0)
    fails = false
    await jest.advanceTimersByTimeAsync(100)
    expect(await counted()).toBeGreaterThan(0)
  })
})
