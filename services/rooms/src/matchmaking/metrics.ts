import { counter, counterOf, gauge, Histogram, type Metrics } from '@kla/chassis'

const WAITS_SECONDS = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600]

export const createMatchMetrics = (metrics: Metrics) => ({
  waiting: gauge(metrics, 'kla_match_waiting', 'People who are searching and have found nobody yet, over all pods.'),
  rooms: counter(metrics, 'kla_match_rooms_total', 'Rooms that were opened for two who were matched.'),
  answers: counterOf(metrics, 'kla_match_answers_total', 'How people answered to a match.', 'answer', [
    'accepted',
    'declined',
    'not-accepted',
  ]),
  waits: new Histogram({
    name: 'kla_match_wait_seconds',
    help: 'How long people searched until they had a room.',
    buckets: WAITS_SECONDS,
    registers: [metrics.registry],
  }),
})

export type MatchMetrics = ReturnType<typeof createMatchMetrics>
