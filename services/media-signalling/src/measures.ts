import { counter, gauge, type Metrics } from '@kla/chassis'
import type { SignalOutcome } from './relay/signal-relay.js'

/** What this service counts beside what every service counts. */
export interface Measures {
  signal(outcome: SignalOutcome): void
  paired(): void
}

/** `relays`: how many TURN addresses browsers are given. */
export function createMeasures(metrics: Metrics, relays: number): Measures {
  const signals = counter(metrics, 'kla_signals_total', 'Signals by what became of them.', ['outcome'])
  const pairings = counter(metrics, 'kla_pairings_total', 'Pairings that were told to players.')
  gauge(metrics, 'kla_relays_configured', 'TURN addresses that browsers are given; 0: some pairs cannot connect.', function () {
    this.set(relays)
  })
  return {
    signal: (outcome) => signals.inc({ outcome }),
    paired: () => pairings.inc(),
  }
}
