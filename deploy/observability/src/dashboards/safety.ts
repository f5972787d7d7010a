import type { DashboardSpec } from '../grafana/dashboard.js'
import { highest, increase, percentile, rate } from '../grafana/panel.js'

export const safety: DashboardSpec = {
  uid: 'kla-safety',
  title: 'Safety and moderation',
  description: 'Bans, reports and the audit log, in numbers only.',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Oldest child-safety report',
          description: 'Undecided. Opens a ticket at one hour, pages at four.',
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
          description: 'Accounts whose bans auth does not know. Pages if above 0 for longer than seconds.',
          unit: 'short',
          stat: true,
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_moderation_restrictions_waiting') }],
        },
        {
          title: 'Audit log',
          description: '1: altered.',
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
          title: 'Lost chat messages',
          description: 'Per day. Reports will lack them.',
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
          description: 'Open and overdue. Overdue ones on child safety page.',
          unit: 'short',
          queries: [{ expr: highest('kla_moderation_jobs', 'queue, state'), legend: '{{queue}}, {{state}}' }],
        },
        {
          title: 'Not decided in time',
          description: 'Per day, each once.',
          unit: 'short',
          queries: [{ expr: increase('kla_moderation_breaches_total', '1d', 'queue'), legend: '{{queue}}' }],
        },
        {
          title: 'On-call calls',
          description: 'Per hour. Failed ones are retried each minute; three in five minutes page.',
          unit: 'short',
          queries: [{ expr: increase('kla_moderation_calls_total', '1h', 'outcome'), legend: '{{outcome}}' }],
        },
      ],
    },
    {
      title: 'Panic exit and stills',
      panels: [
        {
          title: 'Panic exits',
          description: 'Uses of "leave and block" and the panic key, and battles that ended by them.',
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
          title: 'Messages with contact details',
          description: 'Per hour, by kind. Hidden from the receiver, or confirmed by the sender.',
          unit: 'short',
          queries: [{ expr: increase('kla_gateway_contact_lines_total', '1h', 'kind'), legend: '{{kind}}' }],
        },
        {
          title: 'Sealed stills',
          description: '1: altered.',
          unit: 'short',
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_evidence_faults'), legend: 'faults' }],
        },
        {
          title: 'Reports with an outdated state in evidence',
          description: 'Opens a ticket if above 0 for longer than minutes.',
          unit: 'short',
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: highest('kla_moderation_evidence_states_waiting'), legend: 'waiting' }],
        },
        {
          title: 'States of reports sent to evidence',
          description: 'Failed ones are retried every second.',
          unit: 'ops',
          queries: [{ expr: rate('kla_moderation_evidence_states_published_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'RPCs of evidence, p99',
          description: 'By method. OpenEvidence decrypts up to sixty pictures.',
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
          description: 'Failed ones are retried every second.',
          unit: 'ops',
          queries: [{ expr: rate('kla_moderation_restrictions_published_total', 'outcome'), legend: '{{outcome}}' }],
        },
        {
          title: 'Effects',
          description: 'Seats and connections (4003) that banned accounts lost.',
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
          description: 'Waiting to be sent. unsure: possibly sent, and not sent again.',
          unit: 'short',
          queries: [{ expr: highest('kla_moderation_mails', 'state'), legend: '{{state}}' }],
        },
        {
          title: 'Attempts',
          description: 'Per hour, by outcome. waiting: retried later. failed: given up.',
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
          description: 'Per hour, by outcome. wrong-code: the password was right.',
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
