import { counter, counterOf, gauge, type Metrics } from '@kla/chassis'
import type { SignalOutcome } from './signals/index.js'

/** What this service counts beside what every service counts. */
export interface Measures {
  signal(outcome: SignalOutcome): void
  paired(): void
}

const OUTCOMES: Readonly<Record<SignalOutcome, true>> = {
  relayed: true,
  not_paired: true,
  withheld: true,
  wrong_way: true,
  would_send: true,
  malformed: true,
  too_large: true,
  overloaded: true,
}

/** `relays`: how many TURN addresses browsers are given. */
export function createMeasures(metrics: Metrics, relays: number): Measures {
  const outcomes = Object.keys(OUTCOMES) as SignalOutcome[]
  const signals = counterOf(metrics, 'kla_signals_total', 'Signals by what became of them.', 'outcome', outcomes)
  const pairings = counter(metrics, 'kla_pairings_total', 'Pairings that were told to players.')
  gauge(metrics, 'kla_relays_configured', 'TURN addresses that browsers are given; 0: some cannot connect.').set(relays)
  return {
    signal: (outcome) => signals.inc({ outcome }),
    paired: () => pairings.inc(),
  }
}
