import type { DashboardSpec, Row } from '../grafana/dashboard.js'
import { chosen, highest, increase, lateness, lowest, percentile, rate, share, total } from '../grafana/panel.js'

const objective = (slo: string, title: string, limit: string, histogram: string, limitS: number): Row => ({
  title: `Objective: ${title}, 99%`,
  panels: [
    {
      title: `${title}: p99 and p50`,
      description: `The limit is ${limit}. The budget is used up when 1% of the events of 30 days exceed it.`,
      unit: 's',
      limits: { warn: limitS * 0.8, bad: limitS },
      queries: [
        { expr: percentile(0.99, histogram), legend: 'p99' },
        { expr: percentile(0.5, histogram), legend: 'p50' },
      ],
    },
    {
      title: `${title}: share of bad events`,
      description:
        'An alert pages above 14.4% (an hour) or 6% (six hours), and tickets above 3% (a day) or 1% (three days).',
      unit: 'percentunit',
      limits: { warn: 0.01, bad: 0.06 },
      queries: ['5m', '1h', '6h', '1d', '3d'].map((window) => ({
        expr: `max(kla:slo_bad:ratio_rate${window}{namespace=~"$namespace", slo="${slo}"})`,
        legend: window,
      })),
    },
  ],
})

export const overview: DashboardSpec = {
  uid: 'kla-overview',
  title: 'Overview',
  description: 'Service level objectives, and current activity.',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Sockets',
          description: 'Open WebSocket connections: players, watchers and readers of the lobby.',
          unit: 'short',
          stat: true,
          queries: [{ expr: total('kla_gateway_sockets') }],
        },
        {
          title: 'Battles',
          description: 'Running battles, as the last engine polled them.',
          unit: 'short',
          stat: true,
          queries: [{ expr: `sum(max by (phase) (${chosen('kla_engine_rooms{phase=~"prompt|show|vote"}')}))` }],
        },
        {
          title: 'Searching',
          description: 'Players searching for a match.',
          unit: 'short',
          stat: true,
          queries: [{ expr: highest('kla_match_waiting') }],
        },
        {
          title: 'Pods not ready',
          description: 'All services. A few are normal during a rollout.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 3 },
          queries: [{ expr: `count(${chosen('kla_ready')} == 0) or vector(0)` }],
        },
        {
          title: 'Stores',
          description: 'Share of processes that reach their store, for the worst store. 1: all.',
          unit: 'percentunit',
          stat: true,
          limits: { warn: 1, bad: 0.9, below: true },
          queries: [{ expr: `min(avg by (dependency) (${chosen('kla_dependency_up')}))` }],
        },
        {
          title: 'Alerts',
          description: 'Firing alerts of severity page.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 2 },
          queries: [{ expr: 'count(ALERTS{alertname=~"Kla.*", alertstate="firing", severity="page"}) or vector(0)' }],
        },
      ],
    },
    objective('join', 'Join to first picture', '2 s', 'kla_gateway_join_seconds', 2),
    objective('answer', 'Command to answer', '250 ms', 'kla_gateway_command_seconds', 0.25),
    objective('phase', 'Phase after its deadline', '300 ms', 'kla_engine_phase_lateness_seconds', 0.3),
    {
      title: 'Requests and calls',
      panels: [
        {
          title: 'REST requests',
          description: 'By status class. 5xx are our faults.',
          unit: 'reqps',
          stacked: true,
          queries: [
            {
              expr: `sum by (class) (label_replace(rate(${chosen('kla_http_served_seconds_count')}[$__rate_interval]), "class", "$1xx", "status", "(.).."))`,
              legend: '{{class}}',
            },
          ],
        },
        {
          title: 'Failed RPCs by service',
          description: 'The share that ended with INTERNAL or UNAVAILABLE.',
          unit: 'percentunit',
          limits: { warn: 0.005, bad: 0.02 },
          queries: [
            {
              expr: share(
                rate('kla_grpc_served_seconds_count{code=~"internal|unavailable"}', 'service'),
                rate('kla_grpc_served_seconds_count', 'service'),
              ),
              legend: '{{service}}',
            },
          ],
        },
        {
          title: 'RPCs served, p99 by service',
          description: 'Time to answer, without the network.',
          unit: 's',
          limits: { warn: 0.1, bad: 0.25 },
          queries: [{ expr: percentile(0.99, 'kla_grpc_served_seconds', 'service'), legend: '{{service}}' }],
        },
        {
          title: 'Slowest routes, p99',
          description: 'By declared route. /media waits for the clips’ host.',
          unit: 's',
          queries: [
            {
              expr: `topk(8, ${percentile(0.99, 'kla_http_served_seconds', 'route, method')})`,
              legend: '{{method}} {{route}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Processes',
      panels: [
        {
          title: 'Ready pods',
          description: 'By service.',
          unit: 'short',
          queries: [{ expr: total('kla_ready', 'service'), legend: '{{service}}' }],
        },
        {
          title: 'Process starts',
          description: 'Within ten minutes: a rollout, or crashing pods.',
          unit: 'short',
          queries: [
            {
              expr: `sum by (service) (changes(${chosen('process_start_time_seconds{service!=""}')}[10m]))`,
              legend: '{{service}}',
            },
          ],
        },
        {
          title: 'CPU',
          description: 'Cores of each service. One process uses little more than one.',
          unit: 'short',
          stacked: true,
          queries: [{ expr: rate('process_cpu_seconds_total{service!=""}', 'service'), legend: '{{service}}' }],
        },
        {
          title: 'Memory of the largest pod',
          description: 'Resident. A steady rise is a leak, a step is load.',
          unit: 'bytes',
          queries: [{ expr: highest('process_resident_memory_bytes{service!=""}', 'service'), legend: '{{service}}' }],
        },
        {
          title: 'Event loop lag, p99',
          description: 'All work of that process is delayed by as much.',
          unit: 's',
          limits: { warn: 0.05, bad: 0.2 },
          queries: [
            {
              expr: lateness(highest('nodejs_eventloop_lag_p99_seconds{service!=""}', 'service')),
              legend: '{{service}}',
            },
          ],
        },
        {
          title: 'Reachable stores',
          description: 'By service and store. 1: all of its processes reach it.',
          unit: 'percentunit',
          limits: { warn: 1, bad: 0.5, below: true },
          queries: [{ expr: lowest('kla_dependency_up', 'service, dependency'), legend: '{{service}} {{dependency}}' }],
        },
        {
          title: 'Finished battles a day',
          description: 'By the reason why the rounds ended.',
          unit: 'short',
          queries: [{ expr: increase('kla_engine_battles_finished_total', '1d', 'reason'), legend: '{{reason}}' }],
        },
      ],
    },
  ],
}
