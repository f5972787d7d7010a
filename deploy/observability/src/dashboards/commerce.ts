import type { DashboardSpec } from '../grafana/dashboard.js'
import { highest, increase, percentile, rate } from '../grafana/panel.js'

export const commerce: DashboardSpec = {
  uid: 'kla-commerce',
  title: 'Commerce and ledger',
  description: 'Orders, payments, items, and the balance of the ledger.',
  rows: [
    {
      title: 'The ledger',
      panels: [
        {
          title: 'Faults',
          description: 'Transactions that do not sum to zero, and negative balances. Pages above 0.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_commerce_ledger_faults') }],
        },
        {
          title: 'Checks an hour',
          description: 'Six for each pod. 0: the ledger is not being checked.',
          unit: 'short',
          stat: true,
          limits: { warn: 3, bad: 1, below: true },
          queries: [{ expr: increase('kla_commerce_ledger_checks_total', '1h') }],
        },
        {
          title: 'Held items',
          description: 'Held items that are neither spent nor returned.',
          unit: 'short',
          stat: true,
          queries: [{ expr: highest('kla_commerce_holds') }],
        },
        {
          title: 'Oldest hold',
          description: 'Seconds are normal. A hold ends after a day.',
          unit: 's',
          stat: true,
          limits: { warn: 600, bad: 7200 },
          queries: [{ expr: highest('kla_commerce_holds_oldest_seconds') }],
        },
        {
          title: 'Contradictory settlements',
          description: 'Per day. Each is an item of a player.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 1 },
          queries: [
            {
              expr: `${increase('kla_engine_settle_conflicts_total', '1d')} + (${increase('kla_library_saves_contradicted_total', '1d')} or vector(0))`,
            },
          ],
        },
        {
          title: 'Payments to check',
          description: 'Wrong amount or currency, duplicates and unreadable notifications, per day.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 5 },
          queries: [
            { expr: `${increase('kla_commerce_payment_mismatches_total', '1d')} or vector(0)`, legend: 'in a day' },
            { expr: highest('kla_commerce_unread_notifications'), legend: 'unread' },
          ],
        },
      ],
    },
    {
      title: 'Orders',
      panels: [
        {
          title: 'Orders by outcome',
          description:
            'Per hour. Open orders without paid ones: the payment page fails, or notifications do not arrive.',
          unit: 'short',
          queries: [{ expr: increase('kla_commerce_orders_total', '1h', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Notifications of providers',
          description: 'Per hour. Repeats are normal.',
          unit: 'short',
          queries: [
            {
              expr: increase('kla_commerce_notices_total', '1h', 'provider, outcome'),
              legend: '{{provider}}: {{outcome}}',
            },
          ],
        },
        {
          title: 'Webhooks by status',
          description: '400: an invalid signature. 503: the provider retries.',
          unit: 'reqps',
          queries: [
            { expr: rate('kla_http_served_seconds_count{route=~"/webhooks/.*"}', 'status'), legend: '{{status}}' },
          ],
        },
        {
          title: 'Mismatches by kind',
          description: 'Per hour.',
          unit: 'short',
          queries: [{ expr: increase('kla_commerce_payment_mismatches_total', '1h', 'kind'), legend: '{{kind}}' }],
        },
      ],
    },
    {
      title: 'Spending',
      panels: [
        {
          title: 'Saves of GIFs',
          description: 'Attempts by outcome.',
          unit: 'ops',
          queries: [{ expr: rate('kla_library_saves_total', 'result'), legend: '{{result}}' }],
        },
        {
          title: 'Saves not settled',
          description: 'Saves whose outcome commerce does not know yet.',
          unit: 'short',
          queries: [{ expr: highest('kla_library_saves_unsettled'), legend: 'saves' }],
        },
        {
          title: 'Oldest save not settled',
          description: 'How long commerce has not known its outcome. Minutes: commerce does not respond.',
          unit: 's',
          limits: { warn: 60, bad: 600 },
          queries: [{ expr: highest('kla_library_saves_unsettled_oldest_seconds'), legend: 'oldest' }],
        },
        {
          title: 'Holds never settled',
          description: 'Returned after a day. For each, a caller failed to settle it.',
          unit: 'short',
          queries: [{ expr: increase('kla_commerce_holds_expired_total', '1d'), legend: 'given back' }],
        },
        {
          title: 'RPCs of commerce, p99',
          description: 'By method.',
          unit: 's',
          limits: { warn: 0.1, bad: 0.25 },
          queries: [
            {
              expr: percentile(0.99, 'kla_grpc_served_seconds{service="commerce"}', 'grpc_service, method'),
              legend: '{{method}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Battle pass',
      panels: [
        {
          title: 'Results received',
          description: 'Recorded, repeated, or not counted.',
          unit: 'ops',
          queries: [{ expr: rate('kla_commerce_pass_results_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Passes and rewards',
          description: 'Per day.',
          unit: 'short',
          queries: [
            { expr: increase('kla_commerce_passes_activated_total', '1d'), legend: 'passes activated' },
            { expr: increase('kla_commerce_rewards_claimed_total', '1d', 'track'), legend: 'rewards: {{track}}' },
          ],
        },
      ],
    },
  ],
}
