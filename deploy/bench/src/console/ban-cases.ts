import { BAN_SCOPES, PAGE_SIZES } from '@kla/proto/web'
import { queryOf, type Case } from './case.js'
import type { Seeded } from './size.js'

/** Every filter of the bans' tab. */
export function banCases({ bans, firstAccount }: Seeded): Case[] {
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
