import { seconds, type Metrics } from '@kla/chassis'

export const createCupsMetrics = (metrics: Metrics) => ({
  lateness: seconds(metrics, 'kla_rooms_cup_lateness_seconds', 'How late the deadline of a cup was noticed.'),
})

export type CupsMetrics = ReturnType<typeof createCupsMetrics>
