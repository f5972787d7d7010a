import { counter, gauge, Gauge, seconds, type Metrics } from '@kla/chassis'

/** What this service measures beside what every process does. */
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
      finished: counter<'reason'>(
        metrics,
        'kla_engine_battles_finished_total',
        'Battles that came to their end, by why their rounds ended.',
        ['reason'],
      ),
    },
    commits: counter<'command'>(metrics, 'kla_engine_commits_total', 'Decisions stored, by command.', ['command']),
    conflicts: counter(metrics, 'kla_engine_conflicts_total', 'Decisions made on a battle that had changed meanwhile.'),
    claims: counter(metrics, 'kla_engine_claims_total', 'Deadlines claimed.'),
    retold: counter<'kind'>(
      metrics,
      'kla_engine_retold_total',
      'Effects carried out, or tried to, by another pass than the one that committed them, by kind.',
      ['kind'],
    ),
    rooms: new Gauge({
      name: 'kla_engine_rooms',
      help: 'Rooms in each phase, in the whole platform.',
      labelNames: ['phase'] as const,
      registers,
    }),
    announcements: {
      pending: gauge(metrics, 'kla_engine_pending', 'News, facts and outcomes not told or recorded yet.'),
      overdue: gauge(
        metrics,
        'kla_engine_pending_overdue_seconds',
        'How long the oldest of them has been left undone by the pod that committed it.',
      ),
    },
    heldItems: {
      pending: gauge(metrics, 'kla_engine_settlements_pending', 'Holds of which commerce does not know the outcome.'),
      overdue: gauge(
        metrics,
        'kla_engine_settlements_overdue_seconds',
        'How long the oldest of them has been left undone by the pod that committed it.',
      ),
    },
    settlements: counter<'outcome'>(
      metrics,
      'kla_engine_settlements_total',
      'Holds for Wild Cards settled at commerce, by outcome.',
      ['outcome'],
    ),
    settleConflicts: counter<'outcome'>(
      metrics,
      'kla_engine_settle_conflicts_total',
      'Holds that commerce had settled the other way before, by the outcome that was asked for; must stay 0.',
      ['outcome'],
    ),
  }
}

export type EngineMetrics = ReturnType<typeof createEngineMetrics>
