import { PAGE_SIZES, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import { queryOf, type Case } from './case.js'
import type { Seeded } from './size.js'
import { SOUGHT } from './texts.js'

/** Every filter of the support tab. */
export function ticketCases({ tickets }: Seeded): Case[] {
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
