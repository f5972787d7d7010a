import type { DashboardSpec } from '../grafana/dashboard.js'
import { chosen, highest, increase, percentile, rate, share } from '../grafana/panel.js'

export const media: DashboardSpec = {
  uid: 'kla-media',
  title: 'Pictures and clips',
  description: 'Video connections by kind, and delivery of clips.',
  rows: [
    {
      title: 'Pairs',
      panels: [
        {
          title: 'Join to first picture',
          description: 'Reported by browsers: from join-room to the first picture of the opponent.',
          unit: 's',
          limits: { warn: 1.6, bad: 2 },
          queries: [0.5, 0.9, 0.99].map((at) => ({
            expr: percentile(at, 'kla_gateway_join_seconds'),
            legend: `p${at * 100}`,
          })),
        },
        {
          title: 'Joins without a picture',
          description: 'The share in half an hour. It includes players who leave at once, so it is never zero.',
          unit: 'percentunit',
          limits: { warn: 0.3, bad: 0.5 },
          queries: [
            {
              expr: `1 - ${share(increase('kla_gateway_join_seconds_count', '30m'), increase('kla_gateway_joins_total', '30m'))}`,
              legend: 'without',
            },
          ],
        },
        {
          title: 'Connections by kind',
          description: 'host: within a network. srflx: through a router. relay: through TURN, which costs bandwidth.',
          unit: 'ops',
          stacked: true,
          queries: [{ expr: rate('kla_gateway_media_connections_total', 'via'), legend: '{{via}}' }],
        },
        {
          title: 'Share of relays',
          description:
            'About one in ten is normal. None: TURN is down. Many: one of our addresses is wrong, or relays are mandatory.',
          unit: 'percentunit',
          queries: [
            {
              expr: share(
                increase('kla_gateway_media_connections_total{via="relay"}', '1h'),
                increase('kla_gateway_media_connections_total', '1h'),
              ),
              legend: 'relay',
            },
          ],
        },
      ],
    },
    {
      title: 'Signalling',
      panels: [
        {
          title: 'Pairings published',
          description: 'Pairs that media-signalling asked to connect.',
          unit: 'ops',
          queries: [{ expr: rate('kla_pairings_total'), legend: 'pairings' }],
        },
        {
          title: 'Signals by outcome',
          description: 'withheld: addresses that the policy hides. not_paired is normal after a takeover.',
          unit: 'ops',
          queries: [{ expr: rate('kla_signals_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'TURN addresses issued',
          description: 'Zero: some pairs cannot connect, and watchers learn the addresses of players.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 1, below: true },
          queries: [{ expr: highest('kla_relays_configured') }],
        },
      ],
    },
    {
      title: 'Clips',
      panels: [
        {
          title: 'Requested clips',
          description:
            'cached is the aim; stale: the host did not answer and an old copy was served; failed: nothing could be served.',
          unit: 'ops',
          stacked: true,
          queries: [{ expr: rate('kla_media_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Share of failures',
          description: 'An alert pages at one in five.',
          unit: 'percentunit',
          limits: { warn: 0.05, bad: 0.2 },
          queries: [
            { expr: share(rate('kla_media_total{outcome="failed"}'), rate('kla_media_total')), legend: 'failed' },
          ],
        },
        {
          title: 'Cache usage',
          description: 'A full cache is normal; the least recently used files are evicted.',
          unit: 'percentunit',
          limits: { warn: 0.9, bad: 0.98 },
          queries: [
            { expr: share(chosen('kla_media_cache_bytes'), chosen('kla_media_cache_max_bytes')), legend: '{{pod}}' },
          ],
        },
        {
          title: 'Cached notes',
          description: 'Addresses and sources whose content is known; at most 20,000.',
          unit: 'short',
          queries: [{ expr: chosen('kla_media_cache_notes'), legend: '{{pod}}' }],
        },
      ],
    },
  ],
}
