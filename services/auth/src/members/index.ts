import { accepted, type AuditRecorder, type Database, type Handlers, KlaError, type Logger } from '@kla/chassis'
import { type AuthServiceService, type Guild, type ListMembersRequest, type Member, ShownAs } from '@kla/proto'
import { EXPORT_ROWS_MAX, SEARCH_MAX, visibleLine } from '@kla/proto/web'
import { shownOf } from '../shared/accounts.js'
import { resolveNumbers } from '../shared/numbers.js'
import { createGuildStore, createMemberStore, type GuildStore, memberCursor, type MemberSearch } from './store.js'

export interface MembersDeps {
  readonly database: Database
  readonly audit: AuditRecorder
  readonly log: Logger
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
  /** Deletes guilds without members. */
  pruneGuilds(stopping?: AbortSignal): Promise<void>
}

const IDS_MAX = 500
const PAGE_SIZE_MAX = 1_000
const GUILDS_MAX = 50
const EXPORTED_AT_ONCE = 200

export function createMembers({ database, audit, log, now }: MembersDeps): Members {
  const members = createMemberStore(database)
  const guildStore = createGuildStore(database)
  const topGuilds = createTopGuilds(guildStore, log, now)
  return {
    find: members.find,
    async pruneGuilds(stopping) {
      let after: string | undefined = ''
      while (after !== undefined && !stopping?.aborted) after = await guildStore.forgetEmpty(after)
    },
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
        const { text } = memberSearch({ q: list.q, page: 1, pageSize: PAGE_SIZE_MAX })
        const total = await members.count(text)
        const filters = text === '' ? [] : ['q']
        await audit.record(administrator, call, {
          action: 'members.export',
          details: { filters, rows: Math.min(total, EXPORT_ROWS_MAX) },
        })
        yield { members: [], total }
        const ids = await members.matching(text, EXPORT_ROWS_MAX)
        for (let at = 0; at < ids.length; at += EXPORTED_AT_ONCE) {
          const page = ids.slice(at, at + EXPORTED_AT_ONCE)
          const found = new Map((await members.find(page)).map((member) => [member.id, { ...member, email: '' }]))
          yield { members: page.flatMap((id) => found.get(id) ?? []), total }
        }
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

/** Ten million memberships take seconds. */
const COUNTED_FOR_MS = 60_000

/** Answers with the last count, and counts again in the background once that is old. Only the first count is awaited. */
function createTopGuilds(
  guilds: Pick<GuildStore, 'countTop'>,
  log: Logger,
  now: () => number,
): () => Promise<readonly Guild[]> {
  let counted: readonly Guild[] | undefined
  let counting: Promise<readonly Guild[]> | undefined
  let dueAt = -Infinity
  const count = async (): Promise<readonly Guild[]> => {
    try {
      return (counted = await guilds.countTop(GUILDS_MAX))
    } finally {
      dueAt = now() + COUNTED_FOR_MS
    }
  }
  return async () => {
    if (!counting || now() >= dueAt) {
      dueAt = Infinity
      counting = count()
      counting.catch((err: unknown) => log.warn({ err }, 'guilds could not be counted'))
    }
    return counted ?? counting
  }
}
