import { counter, counterOf, gauge, Histogram, type Metrics } from '@kla/chassis'

const WAITS_SECONDS = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600]

export const createMatchMetrics = (metrics: Metrics) => ({
  waiting: gauge(metrics, 'kla_match_waiting', 'Searches without a match, over all pods.'),
  rooms: counter(metrics, 'kla_match_rooms_total', 'Rooms opened for matches.'),
  answers: counterOf(metrics, 'kla_match_answers_total', 'Answers to matches.', 'answer', [
    'accepted',
    'declined',
    'not-accepted',
  ]),
  waits: new Histogram({
    name: 'kla_match_wait_seconds',
    help: 'How long a search took until its room was open.',
    buckets: WAITS_SECONDS,
    registers: [metrics.registry],
  }),
})

export type MatchMetrics = ReturnType<typeof createMatchMetrics>
