import type { DashboardSpec } from '../grafana/dashboard.js'
import { highest, increase, percentile, rate } from '../grafana/panel.js'

export const safety: DashboardSpec = {
  uid: 'kla-safety',
  title: 'Safety and moderation',
  description:
    'Whether bans take effect, reports are looked at, and the audit log is whole. Numbers alone: no report is shown here.',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Oldest child-safety report',
          description: 'Undecided. At one hour a ticket, at four it pages.',
          unit: 's',
          stat: true,
          limits: { warn: 3600, bad: 14400 },
          queries: [{ expr: highest('kla_moderation_waiting_oldest_seconds{queue="child-safety"}') }],
        },
        {
          title: 'Child-safety reports',
          description: 'Undecided.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 5 },
          queries: [{ expr: highest('kla_moderation_waiting{queue="child-safety"}') }],
        },
        {
          title: 'Bans not applied',
          description: 'Accounts whose bans auth does not know. Anything but 0 for longer than seconds pages.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_moderation_restrictions_waiting') }],
        },
        {
          title: 'Audit log',
          description: '1 while it is not what it was.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_moderation_audit_faults') }],
        },
        {
          title: 'Audit checks in six hours',
          description: 'Six for each pod.',
          unit: 'short',
          stat: true,
          limits: { warn: 3, bad: 1, below: true },
          queries: [{ expr: increase('kla_moderation_audit_checks_total', '6h') }],
        },
        {
          title: 'Chat lines lost',
          description: 'In a day: lines that reports will lack.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 100 },
          queries: [{ expr: increase('kla_gateway_lines_dropped_total', '1d') }],
        },
      ],
    },
    {
      title: 'Queues',
      panels: [
        {
          title: 'Waiting',
          description: 'Undecided reports, unresolved tickets.',
          unit: 'short',
          queries: [{ expr: highest('kla_moderation_waiting', 'queue'), legend: '{{queue}}' }],
        },
        {
          title: 'Age of the oldest',
          description: 'Alerts: reports at two days, tickets at five.',
          unit: 's',
          queries: [{ expr: highest('kla_moderation_waiting_oldest_seconds', 'queue'), legend: '{{queue}}' }],
        },
        {
          title: 'Jobs and appeals',
          description: 'Open ones, and those of them whose time has passed. Overdue ones of child safety page.',
          unit: 'short',
          queries: [{ expr: highest('kla_moderation_jobs', 'queue, state'), legend: '{{queue}}, {{state}}' }],
        },
        {
          title: 'Not decided in time',
          description: 'In a day, each once.',
          unit: 'short',
          queries: [{ expr: increase('kla_moderation_breaches_total', '1d', 'queue'), legend: '{{queue}}' }],
        },
        {
          title: 'Calls of the on-call list',
          description: 'In an hour. Failed ones are repeated each minute; three in five minutes page.',
          unit: 'short',
          queries: [{ expr: increase('kla_moderation_calls_total', '1h', 'outcome'), legend: '{{outcome}}' }],
        },
      ],
    },
    {
      title: 'The way out, and stills',
      panels: [
        {
          title: 'Ways out',
          description: 'Presses of "leave and block" and of the panic key, and battles that ended by one.',
          unit: 'ops',
          queries: [
            {
              expr: rate('kla_gateway_command_seconds_count{event="leave-and-block",result="ok"}'),
              legend: 'leave and block',
            },
            { expr: rate('kla_engine_battles_finished_total{reason="safety"}'), legend: 'battles ended by it' },
          ],
        },
        {
          title: 'Lines with contact details',
          description: 'In an hour, by kind. Covered for the other player, or asked about.',
          unit: 'short',
          queries: [{ expr: increase('kla_gateway_contact_lines_total', '1h', 'kind'), legend: '{{kind}}' }],
        },
        {
          title: 'Sealed stills',
          description: '1 while they are not what they were.',
          unit: 'short',
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_evidence_faults'), legend: 'faults' }],
        },
        {
          title: 'Reports that evidence does not know the newest of',
          description: 'Anything but 0 for longer than minutes is a ticket.',
          unit: 'short',
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_moderation_evidence_states_waiting'), legend: 'waiting' }],
        },
        {
          title: 'States of reports sent to evidence',
          description: 'Failed ones are repeated every second.',
          unit: 'ops',
          queries: [{ expr: rate('kla_moderation_evidence_states_published_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'RPCs of evidence, p99',
          description: 'By method. OpenEvidence opens up to sixty pictures.',
          unit: 's',
          limits: { warn: 0.5, bad: 2 },
          queries: [
            { expr: percentile(0.99, 'kla_grpc_served_seconds{service="evidence"}', 'method'), legend: '{{method}}' },
          ],
        },
      ],
    },
    {
      title: 'Bans',
      panels: [
        {
          title: 'Bans sent to auth',
          description: 'Failed ones are repeated every second.',
          unit: 'ops',
          queries: [{ expr: rate('kla_moderation_restrictions_published_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Effects',
          description: 'Seats taken from people who were banned, and connections closed for it (4003).',
          unit: 'ops',
          queries: [
            { expr: rate('kla_rooms_evicted_total'), legend: 'seats' },
            { expr: rate('kla_gateway_closes_total{code="4003"}'), legend: 'connections' },
          ],
        },
      ],
    },
    {
      title: 'Mail',
      panels: [
        {
          title: 'Letters',
          description: 'Waiting to be sent; unsure: possibly sent, and not sent again.',
          unit: 'short',
          queries: [{ expr: highest('kla_moderation_mails', 'state'), legend: '{{state}}' }],
        },
        {
          title: 'Tries',
          description: 'In an hour, by what they came to. waiting: tried again later; failed: given up.',
          unit: 'short',
          queries: [{ expr: increase('kla_moderation_mail_tries_total', '1h', 'outcome'), legend: '{{outcome}}' }],
        },
      ],
    },
    {
      title: 'The console',
      panels: [
        {
          title: 'Sign-ins of administrators',
          description: 'In an hour, by what they came to. wrong-code: the password was right.',
          unit: 'short',
          queries: [
            { expr: increase('kla_auth_administrator_sign_ins_total', '1h', 'outcome'), legend: '{{outcome}}' },
          ],
        },
        {
          title: 'RPCs of moderation, p99',
          description: 'By method.',
          unit: 's',
          limits: { warn: 0.1, bad: 0.5 },
          queries: [
            { expr: percentile(0.99, 'kla_grpc_served_seconds{service="moderation"}', 'method'), legend: '{{method}}' },
          ],
        },
      ],
    },
  ],
}
