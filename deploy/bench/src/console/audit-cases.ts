import { PAGE_SIZES } from '@kla/proto/web'
import { queryOf, type Case, type Who } from './case.js'
import { ACTORS, RARE_ACTION } from './seed-audit.js'
import type { Seeded } from './size.js'

const DAY_MS = 24 * 3_600_000
const [BUSY] = ACTORS
const QUIET = ACTORS.at(-1) ?? ''

/** Every filter of the audit log, for who sees restricted entries and for who does not. */
export function auditCases({ auditEntries }: Seeded, nowMs: number): Case[] {
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
