import type { Refused } from '@kla/chassis'
import type { HoldStore } from './hold-store.js'
import { type HoldOutcome, requestHold, settleHold, type WantedHold } from './rules.js'

/** Holds of items, each under its key. */
export interface Holds {
  hold(wanted: WantedHold, nowMs: number): Promise<{ readonly remaining: number } | Refused>
  settle(key: string, outcome: HoldOutcome, nowMs: number): Promise<{ readonly changed: boolean } | Refused>
}

export const createHolds = (store: Pick<HoldStore, 'inTransaction'>): Holds => ({
  hold: (wanted, nowMs) =>
    store.inTransaction(async (tx) => {
      const available = await tx.lockAvailable(wanted.accountId, wanted.item)
      const decide = async () => requestHold(await tx.find(wanted.key), wanted, available)
      let decision = await decide()
      if (isMove(decision) && !(await tx.insertHeld(wanted, nowMs))) decision = await decide()
      if (!isMove(decision)) return decision === 'repeat' ? { remaining: available } : decision
      await tx.post(decision.transaction)
      return { remaining: available - 1 }
    }),

  settle: (key, outcome, nowMs) =>
    store.inTransaction(async (tx) => {
      if (outcome === 'released' && (await tx.insertReleased(key, nowMs))) return { changed: true }
      const decision = settleHold(await tx.findAndLock(key), outcome)
      if (decision === 'repeat') return { changed: false }
      if (!isMove(decision)) return decision
      await tx.setState(key, outcome, nowMs)
      await tx.post(decision.transaction)
      return { changed: true }
    }),
})

type Decision = ReturnType<typeof requestHold>

const isMove = (decision: Decision): decision is Exclude<Decision, 'repeat' | Refused> =>
  decision !== 'repeat' && 'transaction' in decision
