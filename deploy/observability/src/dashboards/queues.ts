import type { DashboardSpec } from '../grafana/dashboard.js'
import { chosen, highest, increase, lowest, percentile, rate } from '../grafana/panel.js'

export const queues: DashboardSpec = {
  uid: 'kla-queues',
  title: 'Stores and queues',
  description: 'PostgreSQL, Redis and NATS as the services see them, and queues between services.',
  rows: [
    {
      title: 'Stores',
      panels: [
        {
          title: 'Reachable stores',
          description: '1: all processes of the service reach the store.',
          unit: 'percentunit',
          limits: { warn: 1, bad: 0.5, below: true },
          queries: [
            { expr: lowest('kla_dependency_up', 'dependency, service'), legend: '{{dependency}}: {{service}}' },
          ],
        },
        {
          title: 'Connections to PostgreSQL',
          description: 'By service. If busy is near the maximum, statements wait.',
          unit: 'short',
          queries: [
            {
              expr: `sum by (service) (${chosen('kla_database_connections{state="busy"}')})`,
              legend: '{{service}} busy',
            },
            { expr: `sum by (service) (${chosen('kla_database_connections_max')})`, legend: '{{service}} at most' },
          ],
        },
        {
          title: 'Waiting for a connection',
          description: 'Waiting statements in the fullest pool of each service.',
          unit: 'short',
          limits: { warn: 1, bad: 10 },
          queries: [{ expr: highest('kla_database_waiting', 'service'), legend: '{{service}}' }],
        },
        {
          title: 'Calls failed with unavailable',
          description: 'As callers count them: a store or service behind them is down.',
          unit: 'ops',
          queries: [
            {
              expr: rate('kla_grpc_called_seconds_count{code="unavailable"}', 'service, grpc_service'),
              legend: '{{service}} to {{grpc_service}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Events (JetStream)',
      panels: [
        {
          title: 'Pending by consumer',
          description: 'Stored and not acknowledged. Near zero, except in bursts.',
          unit: 'short',
          limits: { warn: 100, bad: 1000 },
          queries: [{ expr: highest('kla_events_pending', 'durable'), legend: '{{durable}}' }],
        },
        {
          title: 'Handled',
          description: 'By consumer and result. Failed events are redelivered.',
          unit: 'ops',
          queries: [
            { expr: rate('kla_events_handled_seconds_count', 'durable, result'), legend: '{{durable}}: {{result}}' },
          ],
        },
        {
          title: 'Time to handle, p99',
          description: 'By consumer.',
          unit: 's',
          queries: [{ expr: percentile(0.99, 'kla_events_handled_seconds', 'durable'), legend: '{{durable}}' }],
        },
      ],
    },
    {
      title: 'Outboxes',
      panels: [
        {
          title: 'Unpublished',
          description: 'Stored events that are not yet published.',
          unit: 'short',
          limits: { warn: 100, bad: 1000 },
          queries: [{ expr: highest('kla_outbox_unsent', 'service'), legend: '{{service}}' }],
        },
        {
          title: 'Age of the oldest',
          description: 'Normally seconds. In auth: bans that no service has received.',
          unit: 's',
          limits: { warn: 30, bad: 300 },
          queries: [{ expr: highest('kla_outbox_oldest_seconds', 'service'), legend: '{{service}}' }],
        },
        {
          title: 'Published an hour',
          description: 'By service.',
          unit: 'short',
          queries: [{ expr: increase('kla_outbox_sent_total', '1h', 'service'), legend: '{{service}}' }],
        },
      ],
    },
  ],
}
