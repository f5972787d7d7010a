import { counter, gauge, type Metrics, seconds } from '@kla/chassis'

export const createRoomsMetrics = (metrics: Metrics) => ({
  open: gauge(metrics, 'kla_rooms_open', 'Rooms that are open, over all pods.'),
  seats: gauge(metrics, 'kla_rooms_seats', 'Seats that are taken, over all pods.'),
  conflicts: counter(
    metrics,
    'kla_rooms_conflicts_total',
    'Commits that conflicted with another one and were repeated.',
  ),
  lateness: seconds(metrics, 'kla_rooms_deadline_lateness_seconds', 'How late the end of a grace was noticed.'),
  evicted: counter(metrics, 'kla_rooms_evicted_total', 'Seats taken from accounts to which rooms were closed.'),
  passcodes: counter(metrics, 'kla_rooms_passcodes_computed_total', 'Passcodes that were hashed or compared.'),
  republished: counter(metrics, 'kla_rooms_republished_total', 'Rooms whose updates a sweep had to publish.'),
})

/** Metrics of rooms and seats. */
export type RoomsMetrics = ReturnType<typeof createRoomsMetrics>
