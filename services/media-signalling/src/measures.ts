import { counter, type Metrics } from '@kla/chassis'
import type { SignalOutcome } from './relay/signal-relay.js'

/** What this service counts beside what every service counts. */
export interface Measures {
  signal(outcome: SignalOutcome): void
  paired(): void
}

export function createMeasures(metrics: Metrics): Measures {
  const signals = counter(metrics, 'kla_signals_total', 'Signals by what became of them.', ['outcome'])
  const pairings = counter(metrics, 'kla_pairings_total', 'Pairings that were told to players.')
  return {
    signal: (outcome) => signals.inc({ outcome }),
    paired: () => pairings.inc(),
  }
}
