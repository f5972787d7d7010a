import { accepted, type AuditRecorder, type Database, exportedPages, type Handlers, KlaError } from '@kla/chassis'
import { type AuthServiceService, type Guild, type ListMembersRequest, type Member, ShownAs } from '@kla/proto'
import { EXPORT_ROWS_MAX, SEARCH_MAX, visibleLine } from '@kla/proto/web'
import { shownOf } from '../shared/accounts.js'
import { resolveNumbers } from '../shared/numbers.js'
import { createGuildStore, createMemberStore, type GuildStore, memberCursor, type MemberSearch } from './store.js'

export interface MembersDeps {
  readonly database: Database
  readonly audit: AuditRecorder
  readonly now: () => number
}

/** RPC handlers of members and guilds. */
export interface Members {
  readonly handlers: Pick<
    Handlers<typeof AuthServiceService>,
    'lookUpAccounts' | 'resolveNumbers' | 'findAvatar' | 'listMembers' | 'exportMembers' | 'listTopGuilds'
  >
  /** Returns members as the login provider knows them, in any order. */
  find(ids: readonly number[]): Promise<Member[]>
}

const IDS_MAX = 500
const PAGE_SIZE_MAX = 1_000
const GUILDS_MAX = 50

export function createMembers({ database, audit, now }: MembersDeps): Members {
  const members = createMemberStore(database)
  const topGuilds = createTopGuilds(createGuildStore(database), now)
  return {
    find: members.find,
    handlers: {
      async lookUpAccounts({ ids, providerIdentity = false }) {
        if (ids.length > IDS_MAX) throw new KlaError('INVALID_FIELD')
        const accounts = await members.find(ids)
        return { accounts: providerIdentity ? accounts : accounts.map(asShown) }
      },

      async resolveNumbers({ numbers, any = false }) {
        if (numbers.length > IDS_MAX) throw new KlaError('INVALID_FIELD')
        return { numbers: await resolveNumbers(database, numbers, { any, nowMs: now() }) }
      },

      async findAvatar({ key }) {
        const found = key === '' ? undefined : await members.findAvatar(key)
        if (!found) throw new KlaError('MEDIA_NOT_FOUND')
        return found
      },

      async listMembers(request, call) {
        const administrator = await call.administrator('members.read')
        const search = memberSearch(request)
        const { next, ...found } = await members.search(search)
        const { page, pageSize } = request
        const filters = search.text === '' ? [] : ['q']
        const account_ids = found.members.map(({ id }) => id)
        await audit.record(administrator, call, {
          action: 'members.list',
          details: { page, pageSize, filters, account_ids },
        })
        return { ...found, next: next && memberCursor(search).write(next) }
      },

      async *exportMembers({ list }, call) {
        const administrator = await call.administrator('members.manage')
        if (!list) throw new KlaError('INVALID_FIELD')
        const search = memberSearch({ q: list.q, page: 1, pageSize: PAGE_SIZE_MAX })
        const total = await members.count(search.text)
        const filters = search.text === '' ? [] : ['q']
        await audit.record(administrator, call, {
          action: 'members.export',
          details: { filters, rows: Math.min(total, EXPORT_ROWS_MAX) },
        })
        yield { members: [], total }
        const pages = exportedPages(async (page) => {
          const { members: rows, next } = await members.search({ ...search, ...page })
          return { rows, next }
        })
        for await (const rows of pages) yield { members: rows.map((member) => ({ ...member, email: '' })), total }
      },

      async listTopGuilds(_request, call) {
        const administrator = await call.administrator('members.read')
        const guilds = [...(await topGuilds())]
        await audit.record(administrator, call, { action: 'guilds.list' })
        return { guilds }
      },
    },
  }
}

const asShown = (member: Member): Member =>
  member.shownAs === ShownAs.DISCORD
    ? member
    : {
        ...member,
        globalName: '',
        email: '',
        discriminator: '',
        avatarKey: undefined,
        ...shownOf({ ...member, shownAs: 'player' }),
      }

type Given = Pick<ListMembersRequest, 'q' | 'page' | 'pageSize' | 'after'>

function memberSearch({ q, page, pageSize, after: given = '' }: Given): MemberSearch {
  const text = visibleLine(q)
  if (text.length > SEARCH_MAX || page < 1 || pageSize < 1 || pageSize > PAGE_SIZE_MAX)
    throw new KlaError('INVALID_FIELD')
  const cursor = memberCursor({ text }).read(given)
  const after = cursor && accepted(cursor)
  return { text, limit: pageSize, offset: (page - 1) * pageSize, ...(after && { after }) }
}

/** Two million memberships take a fifth of a second. */
const COUNTED_FOR_MS = 60_000

function createTopGuilds(guilds: Pick<GuildStore, 'countTop'>, now: () => number): () => Promise<readonly Guild[]> {
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
