import { counter, counterOf, Gauge, type Metrics } from '@kla/chassis'
import { ORDER_STATUSES, PASS_TRACKS, PAYMENT_PROVIDERS } from '@kla/proto/web'

const NOTICE_OUTCOMES = ['settled', 'repeat', 'waiting', 'unknown'] as const

export function createCommerceMetrics(metrics: Metrics) {
  const notices = counter<'provider' | 'outcome'>(
    metrics,
    'kla_commerce_notices_total',
    'Events about money taken in: settled, a repeat, waiting for the payment they name, or about no order of ours.',
    ['provider', 'outcome'],
  )
  for (const provider of PAYMENT_PROVIDERS) {
    for (const outcome of NOTICE_OUTCOMES) notices.inc({ provider, outcome }, 0)
  }
  return {
    notices,
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
      'Payments of another amount or currency than the order, and second payments of one order; each needs a look.',
      'kind',
      ['amount', 'second-payment'],
    ),
    holdsExpired: counter(metrics, 'kla_commerce_holds_expired_total', 'Holds given back because they were never settled.'),
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
