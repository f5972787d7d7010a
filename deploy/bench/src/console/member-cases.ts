import { MEMBERS_PAGE_SIZE } from '@kla/proto/web'
import { queryOf, type Case } from './case.js'
import type { Seeded } from './size.js'
import { SOUGHT } from './texts.js'

/** The members' tab. */
export function memberCases({ accounts, firstAccount }: Seeded): Case[] {
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
