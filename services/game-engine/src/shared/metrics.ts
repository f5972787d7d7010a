import { counter, counterOf, Gauge, gauge, type Metrics, seconds } from '@kla/chassis'
import { END_REASONS } from '@kla/proto/web'

const OUTCOMES = ['commit', 'release'] as const

export function createEngineMetrics(metrics: Metrics) {
  const registers = [metrics.registry]
  return {
    lateness: seconds<'phase'>(
      metrics,
      'kla_engine_phase_lateness_seconds',
      'How long after its deadline a phase was ended, by the phase that ended.',
      ['phase'],
    ),
    battles: {
      started: counter(metrics, 'kla_engine_battles_started_total', 'Battles that began.'),
      finished: counterOf(
        metrics,
        'kla_engine_battles_finished_total',
        'Battles that came to their end, by why their rounds ended.',
        'reason',
        [...END_REASONS, 'safety'],
      ),
    },
    commits: counter<'command'>(metrics, 'kla_engine_commits_total', 'Decisions stored, by command.', ['command']),
    conflicts: counter(metrics, 'kla_engine_conflicts_total', 'Decisions made on a battle that had changed meanwhile.'),
    claims: counter(
      metrics,
      'kla_engine_claims_total',
      'Deadlines that were handled without an error, as own or by a claim.',
    ),
    republished: counterOf(
      metrics,
      'kla_engine_republished_total',
      'Effects that a sweep carried out, or tried to, a second or more after their commit, by kind.',
      'kind',
      ['update', 'started', 'finished', 'settle'],
    ),
    rooms: new Gauge({
      name: 'kla_engine_rooms',
      help: 'Rooms in each phase, in the whole platform.',
      labelNames: ['phase'] as const,
      registers,
    }),
    announcements: {
      pending: gauge(metrics, 'kla_engine_pending', 'Updates, events and outcomes not published or recorded yet.'),
      overdue: gauge(
        metrics,
        'kla_engine_pending_overdue_seconds',
        'How long the oldest of them has been left undone by the pod that committed it.',
      ),
    },
    heldItems: {
      pending: gauge(metrics, 'kla_engine_settlements_pending', 'Holds whose outcome commerce does not know yet.'),
      overdue: gauge(
        metrics,
        'kla_engine_settlements_overdue_seconds',
        'How long the oldest of them has been left undone by the pod that committed it.',
      ),
    },
    settlements: counterOf(
      metrics,
      'kla_engine_settlements_total',
      'Holds of Wild Cards settled at commerce, by outcome.',
      'outcome',
      OUTCOMES,
    ),
    settleConflicts: counterOf(
      metrics,
      'kla_engine_settle_conflicts_total',
      'Holds that commerce had settled the other way before, by the outcome that was asked for; must stay 0.',
      'outcome',
      OUTCOMES,
    ),
  }
}

/** Metrics of the game engine. */
export type EngineMetrics = ReturnType<typeof createEngineMetrics>
