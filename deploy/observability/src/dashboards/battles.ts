import type { DashboardSpec } from '../grafana/dashboard.js'
import { chosen, highest, lateness, percentile, rate, total } from '../grafana/panel.js'

const PENDING_HELP = 'The same on all pods, from the last poll. Seconds mean that a store does not accept updates.'

export const battles: DashboardSpec = {
  uid: 'kla-battles',
  title: 'Battles and rooms',
  description: 'game-engine and rooms: battles, lateness, and unpublished updates.',
  rows: [
    {
      title: 'Battles',
      panels: [
        {
          title: 'Rooms by phase',
          description: 'All rooms. prompt, show and vote are running battles.',
          unit: 'short',
          stacked: true,
          queries: [{ expr: highest('kla_engine_rooms', 'phase'), legend: '{{phase}}' }],
        },
        {
          title: 'Battles started and finished',
          description: 'Finished battles by reason: finished, left, time-cap, interrupted, safety (panic exit).',
          unit: 'ops',
          queries: [
            { expr: rate('kla_engine_battles_started_total'), legend: 'started' },
            { expr: rate('kla_engine_battles_finished_total', 'reason'), legend: 'finished: {{reason}}' },
          ],
        },
        {
          title: 'Lateness of phases',
          description: 'From a deadline to the commit that ended the phase. Add engines when p99 nears 0.3 s.',
          unit: 's',
          limits: { warn: 0.2, bad: 0.3 },
          queries: [0.5, 0.99].map((at) => ({
            expr: percentile(at, 'kla_engine_phase_lateness_seconds'),
            legend: `p${at * 100}`,
          })),
        },
        {
          title: 'Commits by command',
          description: 'Decisions stored.',
          unit: 'ops',
          stacked: true,
          queries: [{ expr: rate('kla_engine_commits_total', 'command'), legend: '{{command}}' }],
        },
        {
          title: 'Commits by pod',
          description: 'Even, because no pod owns a battle.',
          unit: 'ops',
          queries: [{ expr: rate('kla_engine_commits_total', 'pod'), legend: '{{pod}}' }],
        },
        {
          title: 'Claims and conflicts',
          description: 'Conflicts stay near zero: only two players, a deadline and the seats compete for one battle.',
          unit: 'ops',
          queries: [
            { expr: rate('kla_engine_claims_total'), legend: 'deadlines claimed' },
            { expr: rate('kla_engine_conflicts_total'), legend: 'conflicts' },
          ],
        },
      ],
    },
    {
      title: 'Unpublished updates and outcomes',
      panels: [
        {
          title: 'Overdue',
          description: PENDING_HELP,
          unit: 's',
          limits: { warn: 5, bad: 30 },
          queries: [
            { expr: highest('kla_engine_pending_overdue_seconds'), legend: 'updates and outcomes' },
            { expr: highest('kla_engine_settlements_overdue_seconds'), legend: 'settlements' },
          ],
        },
        {
          title: 'Pending',
          description: PENDING_HELP,
          unit: 'short',
          queries: [
            { expr: highest('kla_engine_pending'), legend: 'updates and outcomes' },
            { expr: highest('kla_engine_settlements_pending'), legend: 'settlements' },
          ],
        },
        {
          title: 'Published by a sweep',
          description: 'Updates that a sweep published a second or more late. Rollouts cause some.',
          unit: 'ops',
          queries: [
            { expr: rate('kla_engine_republished_total', 'kind'), legend: 'engine: {{kind}}' },
            { expr: rate('kla_rooms_republished_total'), legend: 'rooms' },
          ],
        },
        {
          title: 'Settlements',
          description: 'Wild Cards settled with commerce. A conflict must never happen.',
          unit: 'ops',
          queries: [
            { expr: rate('kla_engine_settlements_total', 'outcome'), legend: '{{outcome}}' },
            { expr: rate('kla_engine_settle_conflicts_total', 'outcome'), legend: 'conflict: {{outcome}}' },
          ],
        },
      ],
    },
    {
      title: 'Rooms',
      panels: [
        {
          title: 'Open rooms and taken seats',
          description: 'All pods.',
          unit: 'short',
          queries: [
            { expr: highest('kla_rooms_open'), legend: 'rooms' },
            { expr: highest('kla_rooms_seats'), legend: 'seats' },
          ],
        },
        {
          title: 'Lateness of grace periods and cups',
          description: 'How late rooms handles the end of a grace period or the deadline of a cup.',
          unit: 's',
          limits: { warn: 0.3, bad: 1 },
          queries: [
            { expr: percentile(0.99, 'kla_rooms_deadline_lateness_seconds'), legend: 'grace, p99' },
            { expr: percentile(0.99, 'kla_rooms_cup_lateness_seconds'), legend: 'cup, p99' },
          ],
        },
        {
          title: 'Time to a match',
          description: 'From the start of a search to a room.',
          unit: 's',
          queries: [0.5, 0.9].map((at) => ({ expr: percentile(at, 'kla_match_wait_seconds'), legend: `p${at * 100}` })),
        },
        {
          title: 'Matches',
          description: 'Current searches, opened rooms, and answers of players.',
          unit: 'short',
          queries: [
            { expr: highest('kla_match_waiting'), legend: 'searching' },
            { expr: `60 * ${rate('kla_match_rooms_total')}`, legend: 'rooms a minute' },
            { expr: `60 * ${rate('kla_match_answers_total', 'answer')}`, legend: '{{answer}} a minute' },
          ],
        },
        {
          title: 'Conflicts and evictions',
          description:
            'Commits that lost a conflict and were repeated; seats that accounts lost when rooms closed to them.',
          unit: 'ops',
          queries: [
            { expr: rate('kla_rooms_conflicts_total'), legend: 'conflicts' },
            { expr: rate('kla_rooms_evicted_total'), legend: 'evicted' },
          ],
        },
        {
          title: 'Pods of game-engine and rooms',
          description: 'Ready pods.',
          unit: 'short',
          queries: [{ expr: total('kla_ready{service=~"game-engine|rooms"}', 'service'), legend: '{{service}}' }],
        },
      ],
    },
    {
      title: 'Speed of calls',
      panels: [
        {
          title: 'RPCs served, p99',
          description: 'The ten slowest methods.',
          unit: 's',
          limits: { warn: 0.1, bad: 0.25 },
          queries: [
            {
              expr: `topk(10, ${percentile(0.99, 'kla_grpc_served_seconds{service=~"game-engine|rooms"}', 'grpc_service, method')})`,
              legend: '{{grpc_service}} {{method}}',
            },
          ],
        },
        {
          title: 'Calls to others, p99',
          description: 'Calls that game-engine and rooms make.',
          unit: 's',
          queries: [
            {
              expr: `topk(10, ${percentile(0.99, 'kla_grpc_called_seconds{service=~"game-engine|rooms"}', 'grpc_service, method')})`,
              legend: '{{grpc_service}} {{method}}',
            },
          ],
        },
        {
          title: 'Event loop lag by pod',
          description: 'A late event loop makes deadlines late.',
          unit: 's',
          limits: { warn: 0.05, bad: 0.2 },
          queries: [
            {
              expr: lateness(chosen('nodejs_eventloop_lag_p99_seconds{service=~"game-engine|rooms"}')),
              legend: '{{service}} {{pod}}',
            },
          ],
        },
      ],
    },
  ],
}
