import { type Handlers, KlaError } from '@kla/chassis'
import type { AuthServiceService, Guild } from '@kla/proto'
import { SEARCH_MAX } from '@kla/proto/web'
import type { AuditRecorder } from '../shared/audit.js'
import type { GuildStore, MemberStore } from './store.js'

/** As the contract has it. */
const IDS_MAX = 500

export const lookUpAccounts =
  (parts: { members: Pick<MemberStore, 'find'> }): Handlers<typeof AuthServiceService>['lookUpAccounts'] =>
  async ({ ids }) => {
    if (ids.length > IDS_MAX) throw new KlaError('INVALID_FIELD')
    return { accounts: await parts.members.find(ids) }
  }

export const findAvatar =
  (parts: { members: Pick<MemberStore, 'findAvatar'> }): Handlers<typeof AuthServiceService>['findAvatar'] =>
  async ({ key }) => {
    const found = key === '' ? undefined : await parts.members.findAvatar(key)
    if (!found) throw new KlaError('MEDIA_NOT_FOUND')
    return found
  }

/** As the contract has it. */
const PAGE_SIZE_MAX = 1_000

export interface MemberSearch {
  /** Part of what accounts are found by; empty for all. */
  readonly text: string
  readonly limit: number
  readonly offset: number
}

/** A page of a search, or why there is none. */
function memberSearch(given: {
  readonly q: string
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}): MemberSearch | { readonly refused: 'INVALID_FIELD' } {
  const { page, pageSize } = given
  const text = given.q.trim()
  // PostgreSQL has no room for a zero in a text.
  const searchable = text.length <= SEARCH_MAX && !text.includes('\0')
  const sound = searchable && page >= 1 && pageSize >= 1 && pageSize <= PAGE_SIZE_MAX
  return sound ? { text, limit: pageSize, offset: (page - 1) * pageSize } : { refused: 'INVALID_FIELD' }
}

export const listMembers =
  (parts: {
    members: Pick<MemberStore, 'search'>
    audit: AuditRecorder
  }): Handlers<typeof AuthServiceService>['listMembers'] =>
  async (request, call) => {
    const administrator = await call.administrator('members.read')
    const search = memberSearch(request)
    if ('refused' in search) throw new KlaError(search.refused)
    const found = await parts.members.search(search)
    const { page, pageSize } = request
    const filters = search.text === '' ? [] : ['q']
    // Whose data was shown; of a page's thousand at most, so that the entry stays one.
    const account_ids = found.members.map(({ id }) => id)
    const details = { page, pageSize, filters, account_ids }
    await parts.audit.record(administrator, call, { action: 'members.list', details })
    return found
  }

export const listTopGuilds =
  (parts: { topGuilds: TopGuilds; audit: AuditRecorder }): Handlers<typeof AuthServiceService>['listTopGuilds'] =>
  async (_request, call) => {
    const administrator = await call.administrator('members.read')
    const guilds = [...(await parts.topGuilds())]
    await parts.audit.record(administrator, call, { action: 'guilds.list' })
    return { guilds }
  }

/** As the contract has it. */
const GUILDS_MAX = 50
/** Counting two million memberships takes a fifth of a second, and the order hardly changes. */
const COUNTED_FOR_MS = 60_000

/** The guilds that most accounts are in, as they were at most {@link COUNTED_FOR_MS} ago. */
type TopGuilds = () => Promise<readonly Guild[]>

/** Counts when somebody asks, once for all who ask meanwhile. `now`: Unix milliseconds. */
export function createTopGuilds(guilds: Pick<GuildStore, 'countTop'>, now: () => number): TopGuilds {
  let counted: { readonly guilds: Promise<readonly Guild[]>; readonly until: number } | undefined
  return () => {
    if (counted && now() < counted.until) return counted.guilds
    const counting = { guilds: guilds.countTop(GUILDS_MAX), until: now() + COUNTED_FOR_MS }
    counted = counting
    counting.guilds.catch(() => {
      if (counted === counting) counted = undefined
    })
    return counting.guilds
  }
}
