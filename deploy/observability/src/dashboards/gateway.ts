import type { DashboardSpec } from '../grafana/dashboard.js'
import { chosen, lateness, percentile, rate, share, total } from '../grafana/panel.js'

export const gateway: DashboardSpec = {
  uid: 'kla-gateway',
  title: 'Gateway and sockets',
  description: 'Traffic at the edge: sockets, commands, REST.',
  rows: [
    {
      title: 'Sockets',
      panels: [
        {
          title: 'Sockets by pod',
          description: 'Open WebSocket connections. A rollout moves them, one pod at a time.',
          unit: 'short',
          stacked: true,
          queries: [{ expr: total('kla_gateway_sockets', 'pod'), legend: '{{pod}}' }],
        },
        {
          title: 'Rooms and searches by pod',
          description: 'A room with players on two gateways counts on both.',
          unit: 'short',
          queries: [
            { expr: total('kla_gateway_rooms', 'pod'), legend: 'rooms {{pod}}' },
            { expr: total('kla_gateway_searches', 'pod'), legend: 'searches {{pod}}' },
          ],
        },
        {
          title: 'Closes by code',
          description:
            '1001 draining, 1008 flood, 4001 signed out, 4003 banned, 4009 the seat was taken from another connection.',
          unit: 'ops',
          queries: [{ expr: rate('kla_gateway_closes_total', 'code'), legend: '{{code}}' }],
        },
        {
          title: 'Dropped, resynchronised, lost',
          description:
            'Connections dropped because they read too slowly, rooms resynchronised after lost updates, chat messages that moderation did not get.',
          unit: 'ops',
          queries: [
            { expr: rate('kla_gateway_drops_total'), legend: 'slow readers' },
            { expr: rate('kla_gateway_resyncs_total'), legend: 'rooms read again' },
            { expr: rate('kla_gateway_lines_dropped_total'), legend: 'lines lost' },
          ],
        },
      ],
    },
    {
      title: 'Commands',
      panels: [
        {
          title: 'Commands by event',
          description: 'Frames from clients, with any answer.',
          unit: 'ops',
          stacked: true,
          queries: [{ expr: rate('kla_gateway_command_seconds_count', 'event'), legend: '{{event}}' }],
        },
        {
          title: 'Command to answer, p99 by event',
          description: 'From frame to answer. Saving and Wild Cards involve three services.',
          unit: 's',
          limits: { warn: 0.2, bad: 0.25 },
          queries: [{ expr: percentile(0.99, 'kla_gateway_command_seconds', 'event'), legend: '{{event}}' }],
        },
        {
          title: 'Failed commands',
          description: 'The share refused with internal or unavailable.',
          unit: 'percentunit',
          limits: { warn: 0.002, bad: 0.01 },
          queries: [
            {
              expr: share(
                rate('kla_gateway_command_seconds_count{result=~"internal|unavailable"}', 'event'),
                rate('kla_gateway_command_seconds_count', 'event'),
              ),
              legend: '{{event}}',
            },
          ],
        },
        {
          title: 'Refusals by reason',
          description: 'Most come from rules. RATE_LIMITED is a flood or a faulty page.',
          unit: 'ops',
          queries: [
            {
              expr: `topk(12, ${rate('kla_gateway_events_total{result!="ok"}', 'event, result')})`,
              legend: '{{event}}: {{result}}',
            },
          ],
        },
        {
          title: 'Frames sent by event',
          description: 'Fan-out. The room list is the most expensive.',
          unit: 'ops',
          stacked: true,
          queries: [{ expr: rate('kla_gateway_deliveries_total', 'event'), legend: '{{event}}' }],
        },
        {
          title: 'Room lists published',
          description: 'At most twice a second for each pod.',
          unit: 'ops',
          queries: [{ expr: rate('kla_gateway_room_lists_total', 'pod'), legend: '{{pod}}' }],
        },
      ],
    },
    {
      title: 'REST',
      panels: [
        {
          title: 'Requests by route',
          description: 'Declared routes; unmatched are pages of the SPA and unknown addresses.',
          unit: 'reqps',
          stacked: true,
          queries: [
            {
              expr: `topk(12, ${rate('kla_http_served_seconds_count', 'method, route')})`,
              legend: '{{method}} {{route}}',
            },
          ],
        },
        {
          title: 'Server errors by route',
          description: '500 is our fault, 503 a service that does not respond.',
          unit: 'reqps',
          queries: [
            {
              expr: rate('kla_http_served_seconds_count{status=~"5.."}', 'route, status'),
              legend: '{{status}} {{route}}',
            },
          ],
        },
        {
          title: 'Refusals by status',
          description: '429: limits. 401 and 403: sign-ins and bans.',
          unit: 'reqps',
          queries: [{ expr: rate('kla_http_served_seconds_count{status=~"4.."}', 'status'), legend: '{{status}}' }],
        },
        {
          title: 'Calls to services, p99',
          description: 'The ten slowest methods that the gateway calls.',
          unit: 's',
          limits: { warn: 0.1, bad: 0.25 },
          queries: [
            {
              expr: `topk(10, ${percentile(0.99, 'kla_grpc_called_seconds{service="gateway"}', 'grpc_service, method')})`,
              legend: '{{grpc_service}} {{method}}',
            },
          ],
        },
        {
          title: 'Event loop lag by pod',
          description: 'The first sign of an overloaded gateway.',
          unit: 's',
          limits: { warn: 0.05, bad: 0.2 },
          queries: [
            { expr: lateness(chosen('nodejs_eventloop_lag_p99_seconds{service="gateway"}')), legend: '{{pod}}' },
          ],
        },
      ],
    },
  ],
}
