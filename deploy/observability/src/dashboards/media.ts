import type { DashboardSpec } from '../grafana/dashboard.js'
import { chosen, highest, increase, percentile, rate, share } from '../grafana/panel.js'

export const media: DashboardSpec = {
  uid: 'kla-media',
  title: 'Pictures and clips',
  description: 'Whether players see each other, by which kind of connection, and whether clips arrive.',
  rows: [
    {
      title: 'Pairs',
      panels: [
        {
          title: 'Join to first picture',
          description: 'As browsers tell it: from the receipt of join-room to the first picture of the other player.',
          unit: 's',
          limits: { warn: 1.6, bad: 2 },
          queries: [0.5, 0.9, 0.99].map((at) => ({
            expr: percentile(at, 'kla_gateway_join_seconds'),
            legend: `p${at * 100}`,
          })),
        },
        {
          title: 'Joins without a picture',
          description: 'The share of half an hour. Who leaves at once is in it, so it is never zero.',
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
            'One in ten or so is normal. None: TURN is down. Many: an address of ours is wrong, or all must use relays.',
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
          description: 'media-signalling has asked two players to connect.',
          unit: 'ops',
          queries: [{ expr: rate('kla_pairings_total'), legend: 'pairings' }],
        },
        {
          title: 'Signals by what became of them',
          description: 'withheld: addresses that the policy keeps back. not_paired after a takeover is normal.',
          unit: 'ops',
          queries: [{ expr: rate('kla_signals_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'TURN addresses given out',
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
          title: 'Clips asked for',
          description:
            'cached is the aim; stale: the host did not answer and an old copy was served; failed: nothing could be served.',
          unit: 'ops',
          stacked: true,
          queries: [{ expr: rate('kla_media_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Share that fails',
          description: 'An alert pages at one in five.',
          unit: 'percentunit',
          limits: { warn: 0.05, bad: 0.2 },
          queries: [
            { expr: share(rate('kla_media_total{outcome="failed"}'), rate('kla_media_total')), legend: 'failed' },
          ],
        },
        {
          title: 'Fill of the cache',
          description: 'By pod. Full is no fault by itself: what was longest unused goes.',
          unit: 'percentunit',
          limits: { warn: 0.9, bad: 0.98 },
          queries: [
            { expr: share(chosen('kla_media_cache_bytes'), chosen('kla_media_cache_max_bytes')), legend: '{{pod}}' },
          ],
        },
        {
          title: 'Notes in the cache',
          description: 'Addresses and sources of which it is known what they hold; 20,000 at most.',
          unit: 'short',
          queries: [{ expr: chosen('kla_media_cache_notes'), legend: '{{pod}}' }],
        },
      ],
    },
  ],
}
