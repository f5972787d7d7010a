import { counter, counterOf, Gauge, type Metrics } from '@kla/chassis'
import { ORDER_STATUSES, PASS_TRACKS, PAYMENT_PROVIDERS } from '@kla/proto/web'

const NOTICE_OUTCOMES = ['settled', 'repeat', 'waiting', 'unknown'] as const

const NOTIFICATION_OUTCOMES = ['read', 'ignored', 'unreadable', 'rejected'] as const

export function createCommerceMetrics(metrics: Metrics) {
  const notices = counter<'provider' | 'outcome'>(
    metrics,
    'kla_commerce_notices_total',
    'Events about money taken in: settled, a repeat, waiting for the payment they name, or about no order of ours.',
    ['provider', 'outcome'],
  )
  const notifications = counter<'provider' | 'outcome'>(
    metrics,
    'kla_commerce_notifications_total',
    'Webhooks: read, of no interest, signed but unreadable and kept for a person, or rejected for their signature or age.',
    ['provider', 'outcome'],
  )
  for (const provider of PAYMENT_PROVIDERS) {
    for (const outcome of NOTICE_OUTCOMES) notices.inc({ provider, outcome }, 0)
    for (const outcome of NOTIFICATION_OUTCOMES) notifications.inc({ provider, outcome }, 0)
  }
  return {
    notices,
    notifications,
    orders: counterOf(
      metrics,
      'kla_commerce_orders_total',
      'Orders that became so, by what they became.',
      'outcome',
      ORDER_STATUSES,
    ),
    mismatches: counterOf(
      metrics,
      'kla_commerce_payment_mismatches_total',
      'Payments of another amount or currency than the order, second payments of one order, and money that went back in another currency; each needs a look.',
      'kind',
      ['amount', 'second-payment', 'currency'],
    ),
    holdsExpired: counter(
      metrics,
      'kla_commerce_holds_expired_total',
      'Holds released because they were never settled.',
    ),
    passResults: counterOf(
      metrics,
      'kla_commerce_pass_results_total',
      'Finished battles received: recorded, a repeat, or not of two players and long enough.',
      'outcome',
      ['recorded', 'repeat', 'not-counted'],
    ),
    passesActivated: counter(metrics, 'kla_commerce_passes_activated_total', 'Battle Passes spent on a season.'),
    rewardsClaimed: counterOf(
      metrics,
      'kla_commerce_rewards_claimed_total',
      'Rewards of the battle pass, by track.',
      'track',
      PASS_TRACKS,
    ),
    ledgerFaults: new Gauge({
      name: 'kla_commerce_ledger_faults',
      help: 'Transactions that do not sum to zero and balances below zero, at the last check. Anything but 0 is an alarm.',
      registers: [metrics.registry],
    }),
    ledgerChecks: counter(metrics, 'kla_commerce_ledger_checks_total', 'Ledger checks that came to an end.'),
  }
}

export type CommerceMetrics = ReturnType<typeof createCommerceMetrics>
