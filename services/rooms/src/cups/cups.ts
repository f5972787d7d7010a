import { newId, type OutboxFact } from '@kla/chassis'
import type { CupCommand, CupMoment, CupRules } from '../domain/cups/command.js'
import type { Cup } from '../domain/cups/cup.js'
import { reduceCup } from '../domain/cups/reduce-cup.js'
import type { FieldRefused } from '../domain/room-fields.js'
import type { CupStore } from '../store/cups/cup-store.js'

export interface ExecuteOptions {
  /** Facts that tell of the change, if there is one. */
  readonly facts?: (cup: Cup) => readonly OutboxFact[]
  /** Refuses with CONFLICT while somebody else changes the cup. */
  readonly unlessBusy?: boolean
}

/** What happens to cups. */
export interface Cups {
  readonly moment: () => CupMoment
  /** Loads, reduces, stores. A command that changes nothing answers the cup as it is. */
  execute(cupId: string, command: CupCommand, options?: ExecuteOptions): Promise<Cup | FieldRefused>
}

export function createCups({ store, rules, now }: { store: CupStore; rules: CupRules; now: () => number }): Cups {
  const moment = (): CupMoment => ({ nowMs: now(), rules, newRoomId: newId })
  return {
    moment,
    execute(cupId, command, options = {}) {
      const { nowMs, ...rest } = moment()
      return store.change(cupId, { ...options, nowMs, decide: (cup) => reduceCup(cup, command, { nowMs, ...rest }) })
    },
  }
}
