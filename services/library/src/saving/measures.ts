import { counter, counterOf, gauge, type Metrics } from '@kla/chassis'
import type { SaveDecision } from '../domain/saved-attempt.js'

/** What is counted and measured of saving. */
export function createSavingMeasures(metrics: Metrics) {
  const decided = counter(metrics, 'kla_library_saves_total', 'Attempts to save a GIF, by how they ended.', ['result'])
  // Refusals join it as they come.
  decided.inc({ result: 'saved' }, 0)
  return {
    decided: (decision: SaveDecision): void =>
      decided.inc({ result: decision.state === 'saved' ? 'saved' : decision.refused }),
    contradicted: counterOf(
      metrics,
      'kla_library_saves_contradicted_total',
      'Saves that commerce had settled the other way before, by what should have been. Anything above 0 is a fault.',
      'outcome',
      ['commit', 'release'],
    ),
    unsettled: gauge(metrics, 'kla_library_saves_unsettled', 'Saves whose end commerce does not know, of all pods.'),
    unsettledOldest: gauge(
      metrics,
      'kla_library_saves_unsettled_oldest_seconds',
      'Age of the oldest save whose end commerce does not know, of all pods.',
    ),
  }
}

export type SavingMeasures = ReturnType<typeof createSavingMeasures>
