import { describe, expect, test } from '@jest/globals'
import { createMetrics, KlaError } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'
import { createEffects, type FinishedEffect } from '../../src/battle/effects.js'
import type { Settlement } from '../../src/battle/rules/step.js'
import { createEngineMetrics } from '../../src/shared/metrics.js'
import { createSettle } from '../../src/spending/wild-cards.js'

const settlement: Settlement = { kind: 'settle', roomId: 'room', key: 'key', outcome: 'commit' }
const crossed: FinishedEffect = { id: 'settle:key', roomId: 'room' }

/** What is crossed off, counted and logged when commerce answers in some way. */
async function settling(settle: () => Promise<void>) {
  const cleared: FinishedEffect[] = []
  const errors: unknown[] = []
  const metrics = createEngineMetrics(createMetrics('engine'))
  const log = Object.assign(Object.create(quietLogger()) as ReturnType<typeof quietLogger>, {
    error: (context: unknown) => errors.push(context),
  })
  const effects = createEffects<Settlement>({
    carryOutOne: createSettle({ commerce: { settle }, metrics, log }),
    pending: { clear: async (done) => void cleared.push(...done) },
  })
  const failures = await effects.carryOut([settlement])
  await effects.settled()
  const count = async (counter: typeof metrics.settlements) =>
    (await counter.get()).values.reduce((sum, { value }) => sum + value, 0)
  return {
    cleared,
    errors,
    failures,
    settled: await count(metrics.settlements),
    conflicts: await count(metrics.settleConflicts),
  }
}

describe('createSettle', () => {
  test('counts and clears settlements that commerce has acknowledged', async () => {
    const done = await settling(() => Promise.resolve())
    expect(done).toMatchObject({ cleared: [crossed], failures: [], errors: [], settled: 1, conflicts: 0 })
  })

  test('counts, logs and clears settlements with the opposite outcome', async () => {
    const done = await settling(() => Promise.reject(new KlaError('CONFLICT')))
    expect(done).toMatchObject({ cleared: [crossed], failures: [], settled: 0, conflicts: 1 })
    expect(done.errors).toEqual([{ key: 'key', outcome: 'commit' }])
  })

  test.each(['UNAVAILABLE', 'INTERNAL'] as const)(
    'keeps a settlement pending that commerce answers with %s',
    async (reason) => {
      const done = await settling(() => Promise.reject(new KlaError(reason)))
      expect(done).toMatchObject({ cleared: [], errors: [], settled: 0, conflicts: 0 })
      expect(done.failures).toHaveLength(1)
    },
  )
})
