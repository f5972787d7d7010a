import type { DashboardSpec } from '../grafana/dashboard.js'
import { highest, increase, percentile, rate } from '../grafana/panel.js'

export const commerce: DashboardSpec = {
  uid: 'kla-commerce',
  title: 'Commerce and ledger',
  description: 'Orders, money, items, and whether it all adds up.',
  rows: [
    {
      title: 'The ledger',
      panels: [
        {
          title: 'Faults',
          description: 'Transactions that do not sum to zero and balances below it. Anything but 0 pages.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_commerce_ledger_faults') }],
        },
        {
          title: 'Checks in an hour',
          description: 'Six for each pod. Zero: the ledger is not checked.',
          unit: 'short',
          stat: true,
          limits: { warn: 3, bad: 1, below: true },
          queries: [{ expr: increase('kla_commerce_ledger_checks_total', '1h') }],
        },
        {
          title: 'Held items',
          description: 'Set aside and neither spent nor given back.',
          unit: 'short',
          stat: true,
          queries: [{ expr: highest('kla_commerce_holds') }],
        },
        {
          title: 'Oldest hold',
          description: 'Seconds are normal. A day ends it.',
          unit: 's',
          stat: true,
          limits: { warn: 600, bad: 7200 },
          queries: [{ expr: highest('kla_commerce_holds_oldest_seconds') }],
        },
        {
          title: 'Items settled two ways',
          description: 'In a day. Each is an item of a player.',
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
          title: 'Payments to look at',
          description:
            'In a day: of another amount or currency, or a second time. And notifications that nobody could read yet.',
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
          title: 'Orders by what they became',
          description: 'In an hour. No paid ones while there are open ones: the payment page, or notices do not come.',
          unit: 'short',
          queries: [{ expr: increase('kla_commerce_orders_total', '1h', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Notices of providers',
          description: 'In an hour. Repeats are normal.',
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
          description: '400: a signature that is not theirs. 503: they repeat.',
          unit: 'reqps',
          queries: [
            { expr: rate('kla_http_served_seconds_count{route=~"/webhooks/.*"}', 'status'), legend: '{{status}}' },
          ],
        },
        {
          title: 'Mismatches by kind',
          description: 'In an hour.',
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
          description: 'How attempts ended.',
          unit: 'ops',
          queries: [{ expr: rate('kla_library_saves_total', 'result'), legend: '{{result}}' }],
        },
        {
          title: 'Saves not settled',
          description: 'How many there are whose end commerce does not know.',
          unit: 'short',
          queries: [{ expr: highest('kla_library_saves_unsettled'), legend: 'saves' }],
        },
        {
          title: 'Oldest save not settled',
          description: 'For how long commerce has not known its end. Minutes: commerce does not answer.',
          unit: 's',
          limits: { warn: 60, bad: 600 },
          queries: [{ expr: highest('kla_library_saves_unsettled_oldest_seconds'), legend: 'oldest' }],
        },
        {
          title: 'Holds never settled',
          description: 'Given back after a day. Each: a caller has lost something.',
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
          description: 'recorded, a repeat, or one that does not count.',
          unit: 'ops',
          queries: [{ expr: rate('kla_commerce_pass_results_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Passes and rewards',
          description: 'In a day.',
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
