import type { Effect } from '../domain/index.js'
import type { EngineMetrics } from '../metrics.js'
import { END_REASON_NAMES } from '../end-reason-names.js'

/** Counts the battles that a commit began or ended; what is told again later is not counted again. */
export function countBattles({ started, finished }: EngineMetrics['battles'], effects: readonly Effect[]): void {
  for (const effect of effects) {
    if (effect.kind === 'started') started.inc()
    if (effect.kind !== 'finished') continue
    const reason = END_REASON_NAMES[effect.outcome.reason]
    if (reason) finished.inc({ reason })
  }
}
