import { expect, test } from '@jest/globals'
import { createMetrics } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'
import { createSweep } from '../../src/battle/sweep.js'
import type { Settlement } from '../../src/domain/index.js'
import { createEngineMetrics } from '../../src/metrics.js'

const effect = (key: string): Settlement => ({ kind: 'settle', roomId: 'room', key, outcome: 'commit' })

test('what dead pods left is carried out, and what this one is still at is not begun again', async () => {
  const metrics = createEngineMetrics(createMetrics('test'))
  const carried: string[] = []
  const sweep = createSweep<Settlement>({
    pending: {
      shards: [0, 1],
      take: async (shard) => ({
        ...{ pending: 2, overdueMs: 0, rooms: {} },
        effects: [effect(`slow ${shard}`), effect(`left ${shard}`)],
      }),
      clear: async () => undefined,
    },
    carrying: {
      isUnderWay: ({ key }) => key.startsWith('slow'),
      carryOut: async (effects) => {
        carried.push(...effects.map(({ key }) => key))
        return []
      },
    },
    measure: () => undefined,
    metrics,
    log: quietLogger(),
  })
  await sweep()
  expect(carried).toEqual(['left 0', 'left 1'])
  const { values } = await metrics.retold.get()
  expect(values.find(({ labels }) => labels.kind === 'settle')?.value).toBe(2)
})
