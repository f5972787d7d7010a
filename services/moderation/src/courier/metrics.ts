import { counterOf, gauge, type Metrics } from '@kla/chassis'

export const createCourierMetrics = (metrics: Metrics) => ({
  told: counterOf(
    metrics,
    'kla_moderation_restrictions_told_total',
    'What auth was told of bans: acknowledged, failed (it is repeated), or of an account that is gone.',
    'outcome',
    ['acknowledged', 'failed', 'gone'],
  ),
  waiting: gauge(
    metrics,
    'kla_moderation_restrictions_waiting',
    'Accounts whose bans auth does not know yet. Anything but 0 for longer than seconds is an alarm.',
  ),
})

export type CourierMetrics = ReturnType<typeof createCourierMetrics>
