import {
  BAN_SCOPES, GRAVE_CATEGORIES, MEMBERS_PAGE_SIZE, PAGE_SIZES, REPORT_CATEGORIES, REPORT_SORTS, REPORT_STATUSES,
  TICKET_CATEGORIES, TICKET_PRIORITIES,
} from '@kla/proto/web'
import { ACTORS, RARE_ACTION } from './seed-audit.js'
import { type Seeded, SOUGHT } from './seed-data.js'

export type Who = 'with child safety' | 'without'

export interface Case {
  readonly list: string
  readonly name: string
  readonly path: string
  readonly who: Who
  readonly finds: 'some' | 'none' | 'any'
}

export const casesOf = (seeded: Seeded, nowMs: number): Case[] => [
  ...reportCases(seeded),
  ...ticketCases(seeded),
  ...banCases(seeded),
  ...memberCases(seeded),
  ...auditCases(seeded, nowMs),
]

function queryOf(query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

const DAY_MS = 24 * 3_600_000
const [BUSY] = ACTORS
const QUIET = ACTORS.at(-1) ?? ''

function auditCases({ auditEntries }: Seeded, nowMs: number): Case[] {
  const iso = (daysAgo: number): string => new Date(nowMs - daysAgo * DAY_MS).toISOString()
  const list = (
    who: Who,
    name: string,
    query: Record<string, string | number>,
    finds: Case['finds'] = 'some',
  ): Case => ({
    list: 'audit',
    name: who === 'without' ? `${name}, no child safety` : name,
    path: `/admin/audit${queryOf(query)}`,
    who,
    finds,
  })
  const range = { from: iso(600), to: iso(590) }
  return (['with child safety', 'without'] as const).flatMap((who) => [
    list(who, 'newest', {}),
    list(who, 'far back', { before: Math.floor(auditEntries / 3) }),
    ...PAGE_SIZES.map((limit) => list(who, `page size ${limit}`, { limit, before: Math.floor(auditEntries / 2) })),
    list(who, 'busy actor', { actor: BUSY }),
    list(who, 'quiet actor', { actor: QUIET }),
    list(who, 'no such actor', { actor: 'nobody' }, 'none'),
    list(who, 'busy action', { action: 'reports.read' }),
    list(who, 'rare action', { action: RARE_ACTION }),
    list(who, 'kind', { subject_kind: 'report', limit: 200 }),
    list(who, 'rare kind', { subject_kind: 'gif' }),
    list(who, 'kind and id', { subject_kind: 'account', subject_id: '777' }),
    list(who, 'id', { subject_id: '777' }),
    list(who, 'a range of time', range),
    list(who, 'until long ago', { to: iso(900) }),
    list(who, 'actor and action', { actor: BUSY, action: 'bans.create' }),
    list(who, 'quiet actor, rare action', { actor: QUIET, action: RARE_ACTION }, 'any'),
    list(who, 'actor and kind', { actor: QUIET, subject_kind: 'report' }),
    list(who, 'action and kind that never meet', { action: 'bans.create', subject_kind: 'gif' }, 'none'),
    list(who, 'actor, action, kind, time', { actor: BUSY, action: 'reports.read', subject_kind: 'report', ...range }),
    list(who, 'actor, id, time', { actor: BUSY, subject_id: '777', ...range }, 'any'),
    list(who, 'kind, time, page size 200', { subject_kind: 'report', limit: 200, ...range }),
  ])
}

function banCases({ bans, firstAccount }: Seeded): Case[] {
  const list = (name: string, query: Record<string, string | number>, finds: Case['finds'] = 'some'): Case => ({
    list: 'bans',
    name,
    path: `/admin/bans${queryOf(query)}`,
    who: 'without',
    finds,
  })
  return [
    list('all', {}),
    list('active', { active: 1 }),
    list('not active', { active: 0 }),
    ...PAGE_SIZES.map((limit) => list(`page size ${limit}`, { limit, active: 1 })),
    list('middle page', { offset: Math.floor(bans / 2) }),
    list('last page', { offset: bans - 50 }),
    list('active, last page', { active: 1, offset: Math.floor(bans / 3) - 100 }),
    ...BAN_SCOPES.flatMap((scope) => [
      list(`scope ${scope}`, { scope }),
      list(`scope ${scope}, active`, { scope, active: 1 }),
      list(`scope ${scope}, not active`, { scope, active: 0 }),
    ]),
    list('of somebody', { userId: firstAccount + 7 }, 'any'),
    list('of somebody, scope, active', { userId: firstAccount + 7, scope: 'chat', active: 1 }, 'any'),
    { ...list('in force', {}, 'any'), path: `/admin/bans/${firstAccount + 7}/active` },
  ]
}

function memberCases({ accounts, firstAccount }: Seeded): Case[] {
  const list = (name: string, query: Record<string, string | number>, finds: Case['finds'] = 'some'): Case => ({
    list: 'members',
    name,
    path: `/admin/membersandguilddata${queryOf({ page: 1, pageSize: MEMBERS_PAGE_SIZE, ...query })}`,
    who: 'without',
    finds,
  })
  return [
    list('first page', {}),
    list('middle page', { page: Math.floor(accounts / 20) }),
    list('last page', { page: Math.floor(accounts / 10) }),
    list('common text', { q: SOUGHT.common }),
    list('common text, page 500', { q: SOUGHT.common, page: 500 }),
    list('rare text', { q: SOUGHT.rare }),
    list('absent text', { q: SOUGHT.absent }, 'none'),
    list('text of one letter', { q: 'x' }, 'any'),
    list('text of two letters', { q: 'ad' }),
    list('an id', { q: String(firstAccount + Math.floor(accounts / 2)) }),
    list('an address', { q: '777@bench.test' }, 'any'),
    { ...list('without a page', {}), path: '/admin/membersandguilddata' },
  ]
}

function reportCases({ reports, busyAccount, firstAccount, reportId }: Seeded): Case[] {
  const list = (name: string, query: Record<string, string | number>, more: Partial<Case> = {}): Case => ({
    list: 'reports',
    name,
    path: `/admin/reports/${queryOf(query)}`,
    who: 'with child safety',
    finds: 'some',
    ...more,
  })
  const without = { who: 'without' } as const
  // The most severe are hidden from administrators without child safety.
  const last = Math.floor((reports * 0.97) / 50)
  return [
    ...REPORT_SORTS.flatMap((sort) => [
      list(`${sort}, first page`, { sort }),
      list(`${sort}, middle page`, { sort, page: Math.floor(last / 2) }),
      list(`${sort}, last page`, { sort, page: last }),
      list(`${sort}, last page, no child safety`, { sort, page: last }, without),
      list(`${sort}, status pending`, { sort, status: 'pending' }),
      list(`${sort}, category spam`, { sort, category: 'spam' }),
      list(`${sort}, common text`, { sort, q: SOUGHT.common }),
    ]),
    ...PAGE_SIZES.map((pageSize) => list(`page size ${pageSize}`, { pageSize })),
    ...REPORT_STATUSES.map((status) => list(`status ${status}`, { status })),
    ...REPORT_CATEGORIES.map((category) => list(`category ${category}`, { category })),
    ...GRAVE_CATEGORIES.map((category) =>
      list(`category ${category}, no child safety`, { category }, { ...without, finds: 'none' }),
    ),
    list('rare text', { q: SOUGHT.rare }),
    list('absent text', { q: SOUGHT.absent }, { finds: 'none' }),
    list('text of one letter', { q: 'z' }, { finds: 'any' }),
    list('text of two letters', { q: 'ru' }),
    list('common text, last page', { q: SOUGHT.common, page: 400 }, { finds: 'any' }),
    list('common text, no child safety', { q: SOUGHT.common }, without),
    list('common text, status, category', { q: SOUGHT.common, status: 'pending', category: 'abuse' }),
    list('busy reporter', { reporter_id: busyAccount }),
    list('busy reported', { reported_id: busyAccount }),
    list('quiet reported', { reported_id: firstAccount + 7 }, { finds: 'any' }),
    list('nobody reported', { reported_id: 999_999_999 }, { finds: 'none' }),
    list('busy reporter and reported', { reporter_id: busyAccount, reported_id: busyAccount }, { finds: 'any' }),
    list('busy reported, common text', { reported_id: busyAccount, q: SOUGHT.common }),
    list(
      'everything at once',
      {
        q: SOUGHT.common,
        status: 'reviewed',
        category: 'abuse',
        reported_id: busyAccount,
        sort: 'oldest',
        pageSize: 200,
      },
      { finds: 'any' },
    ),
    { ...list('one report', {}), path: `/admin/reports/${reportId}` },
    { ...list('its subject', {}), path: `/admin/subjects/${busyAccount}` },
    { ...list('a quiet subject', {}), path: `/admin/subjects/${firstAccount + 7}` },
    { ...list('a subject, no child safety', {}, without), path: `/admin/subjects/${busyAccount}` },
  ]
}

function ticketCases({ tickets }: Seeded): Case[] {
  const list = (name: string, query: Record<string, string | number>, finds: Case['finds'] = 'some'): Case => ({
    list: 'tickets',
    name,
    path: `/admin/support_tickets${queryOf(query)}`,
    who: 'without',
    finds,
  })
  const last = Math.floor(tickets / 50)
  return [
    list('first page', {}),
    list('middle page', { page: Math.floor(last / 2) }),
    list('last page', { page: last }),
    ...PAGE_SIZES.map((pageSize) => list(`page size ${pageSize}`, { pageSize })),
    list('unresolved', { resolved: 0 }),
    list('resolved', { resolved: 1 }),
    list('resolved, middle page', { resolved: 1, page: Math.floor(last / 2) }),
    ...TICKET_CATEGORIES.map((category) => list(`category ${category}`, { category })),
    ...TICKET_PRIORITIES.map((priority) => list(`priority ${priority}`, { priority })),
    list('unresolved, category, priority', { resolved: 0, category: 'Billing', priority: 'High' }),
    list('category, priority', { category: 'Technical', priority: 'Normal' }),
    list('resolved, priority', { resolved: 1, priority: 'Low' }),
    list('common text', { q: SOUGHT.common }),
    list('common text, unresolved', { q: SOUGHT.common, resolved: 0 }),
    list('common text, middle page', { q: SOUGHT.common, page: 200 }, 'any'),
    list('rare text', { q: SOUGHT.rare }),
    list('absent text', { q: SOUGHT.absent }, 'none'),
    list('text of one letter', { q: 'z' }, 'any'),
    list('everything at once', {
      q: SOUGHT.common,
      resolved: 1,
      category: 'Billing',
      priority: 'Normal',
      pageSize: 200,
    }),
  ]
}
