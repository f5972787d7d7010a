import { counter, gauge, type Metrics } from '@kla/chassis'
import type { SaveDecision } from '../domain/saved-attempt.js'

/** What is counted and measured of saving. */
export function createSavingMeasures(metrics: Metrics) {
  const decided = counter(metrics, 'kla_library_saves_total', 'Attempts to save a GIF, by how they ended.', ['result'])
  return {
    decided: (decision: SaveDecision): void =>
      decided.inc({ result: decision.state === 'saved' ? 'saved' : decision.refused }),
    contradicted: counter(
      metrics,
      'kla_library_saves_contradicted_total',
      'Saves for which commerce holds that the opposite was settled before, by what should have been. Always 0, or look.',
      ['outcome'],
    ),
    unsettled: gauge(metrics, 'kla_library_saves_unsettled', 'Saves that commerce does not know the end of, of all pods.'),
    unsettledOldest: gauge(
      metrics,
      'kla_library_saves_unsettled_oldest_seconds',
      'Age of the oldest save that commerce does not know the end of, of all pods.',
    ),
  }
}

export type SavingMeasures = ReturnType<typeof createSavingMeasures>
