import { createReading, gauge, type Metrics } from '@kla/chassis'
import type { HoldStore } from './store/hold-store.js'

const EVERY_MS = 15_000

/** What is set aside and neither spent nor given back. The same for all pods: take the maximum. */
export function measureHolds(metrics: Metrics, holds: Pick<HoldStore, 'unsettled'>): void {
  const read = createReading(['held', 'oldest'], holds.unsettled, { everyMs: EVERY_MS })
  gauge(metrics, 'kla_commerce_holds', 'Items that are set aside and not settled, of all pods.', async function () {
    this.set((await read()).held)
  })
  gauge(
    metrics,
    'kla_commerce_holds_oldest_seconds',
    'For how long the oldest of them has been set aside; 0: there is none.',
    async function () {
      this.set((await read()).oldest)
    },
  )
}
