import { createCachedReading, gauge, type Metrics } from '@kla/chassis'
import type { UnreadStore } from './unread-store.js'

/** Disputes arrive up to 120 days after payment. */
const UNREAD_KEPT_MS = 120 * 24 * 3_600_000

export const createForgetUnread =
  (unread: Pick<UnreadStore, 'forgetOlderThan'>, now: () => number) => (): Promise<void> =>
    unread.forgetOlderThan(now() - UNREAD_KEPT_MS)

const EVERY_MS = 15_000

/** Measures unread notifications of all pods; take the maximum. */
export function measureUnread(metrics: Metrics, unread: Pick<UnreadStore, 'count'>): void {
  const read = createCachedReading(['unread'], async () => ({ unread: await unread.count() }), { everyMs: EVERY_MS })
  gauge(
    metrics,
    'kla_commerce_unread_notifications',
    'Signed notifications that could not be read and wait for a person, of all pods.',
    async function () {
      this.set((await read()).unread)
    },
  )
}
