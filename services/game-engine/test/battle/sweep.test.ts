import { describe, expect, test } from '@jest/globals'
import { createMetrics, createPollSchedule } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'
import type { Settlement } from '../../src/battle/rules/step.js'
import { createSweep } from '../../src/battle/sweep.js'
import { createEngineMetrics } from '../../src/shared/metrics.js'

const effect = (key: string): Settlement => ({ kind: 'settle', roomId: 'room', key, outcome: 'commit' })

describe('createSweep', () => {
  test('carries out what dead pods left, and skips effects under way here', async () => {
    const metrics = createEngineMetrics(createMetrics('test'))
    const carried: string[] = []
    const looked: number[] = []
    let waiting = 0
    const sweep = createSweep<Settlement>({
      pending: {
        shards: [0, 1, 2],
        async lease(shard) {
          looked.push(shard)
          const empty = shard === 2
          return {
            pending: empty ? 0 : 2,
            overdueMs: 0,
            rooms: {},
            nextInMs: empty ? Infinity : -1,
            effects: empty ? [] : [effect(`slow ${shard}`), effect(`left ${shard}`)],
          }
        },
        clear: async () => undefined,
      },
      schedule: createPollSchedule({ atMostMs: 60_000, uptimeMs: () => 0 }),
      effects: {
        isUnderWay: ({ key }) => key.startsWith('slow'),
        carryOut: async (effects) => {
          carried.push(...effects.map(({ key }) => key))
          return []
        },
      },
      measure: (shards) => void (waiting = shards.reduce((sum, { pending }) => sum + pending, 0)),
      metrics,
      log: quietLogger(),
    })
    await sweep()
    expect(carried).toEqual(['left 0', 'left 1'])
    const { values } = await metrics.republished.get()
    expect(values.find(({ labels }) => labels.kind === 'settle')?.value).toBe(2)

    // Where nothing waited it does not look again at once, and still counts what it saw there.
    await sweep()
    expect(looked).toEqual([0, 1, 2, 0, 1])
    expect(waiting).toBe(4)
  })

  test('leases effects briefly, and does not count them, while they have to be repeated', async () => {
    const metrics = createEngineMetrics(createMetrics('test'))
    const leases: (boolean | undefined)[] = []
    let reachesAll = false
    const sweep = createSweep<Settlement>({
      pending: {
        shards: [0],
        async lease(_, briefly) {
          leases.push(briefly)
          return { pending: 1, overdueMs: 0, rooms: {}, nextInMs: -1, effects: [effect('again')] }
        },
        clear: async () => undefined,
      },
      schedule: createPollSchedule({ atMostMs: 60_000, uptimeMs: () => 0 }),
      effects: { isUnderWay: () => false, carryOut: async () => [] },
      reachesAll: () => reachesAll,
      measure: () => undefined,
      metrics,
      log: quietLogger(),
    })
    const counted = async () => (await metrics.republished.get()).values.reduce((sum, { value }) => sum + value, 0)
    await sweep()
    expect(await counted()).toBe(0)
    reachesAll = true
    await sweep()
    expect(leases).toEqual([true, false])
    expect(await counted()).toBe(1)
  })
})
