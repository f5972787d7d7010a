import type { Cup } from '../domain/cups/cup.js'
import { nextDeadline } from '../domain/cups/next-deadline.js'
import { inBatches } from '../room/in-batches.js'
import type { CupStore } from '../store/cups/cup-store.js'
import type { CupsMetrics } from './cups-metrics.js'
import type { Cups } from './cups.js'
import type { LookAtTies } from './look-at-ties.js'

// Per run: after a long outage cups move on in portions, the longest overdue first.
const LIMIT = 20
const AT_ONCE = 4

export interface CupSweep {
  readonly cups: Cups
  readonly store: Pick<CupStore, 'due'>
  readonly lookAtTies: LookAtTies
  readonly metrics: CupsMetrics
}

/** Lets cups begin, move on and end by themselves. What another pod is at is left to it. */
export const sweepCups =
  ({ cups, store, lookAtTies, metrics }: CupSweep) =>
  async (): Promise<void> => {
    const { nowMs } = cups.moment()
    const moveOn = async (cup: Cup): Promise<void> => {
      metrics.lateness.observe((nowMs - (nextDeadline(cup) ?? nowMs)) / 1_000)
      const seen = await lookAtTies(cup, nowMs)
      await cups.execute(cup.id, { kind: 'expire', seen }, { unlessBusy: true })
    }
    await inBatches(await store.due(nowMs, LIMIT), AT_ONCE, moveOn)
  }
