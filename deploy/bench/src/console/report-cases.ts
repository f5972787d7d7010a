import { GRAVE_CATEGORIES, PAGE_SIZES, REPORT_CATEGORIES, REPORT_SORTS, REPORT_STATUSES } from '@kla/proto/web'
import { queryOf, type Case } from './case.js'
import type { Seeded } from './size.js'
import { SOUGHT } from './texts.js'

/** Every filter and sort of the reports' tab, alone and with others. */
export function reportCases({ reports, busyAccount, firstAccount, reportId }: Seeded): Case[] {
  const list = (name: string, query: Record<string, string | number>, more: Partial<Case> = {}): Case => ({
    list: 'reports',
    name,
    path: `/admin/reports/${queryOf(query)}`,
    who: 'with child safety',
    finds: 'some',
    ...more,
  })
  const without = { who: 'without' } as const
  // The grave ones are not on the pages of who does not see them.
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
