import {
  type Database,
  inTransaction,
  type ListCursor,
  listCursor,
  microsecondsOf,
  pageOf,
  type Place,
  setStatementTimeout,
  timeOf,
} from '@kla/chassis'
import type { Guild, Member } from '@kla/proto'
import type { ShownAsName } from '@kla/proto/web'
import { matches, SHOWN_AS_MESSAGES } from '../shared/accounts.js'

/** Text and page of a member search. */
export interface MemberSearch {
  readonly text: string
  readonly limit: number
  readonly offset: number
  /** The row before this page. Nothing is skipped or counted then. */
  readonly after?: Place
}

/** Cursors of one search, newest first. */
export const memberCursor = ({ text }: Pick<MemberSearch, 'text'>): ListCursor =>
  listCursor(['members', text], ['integer', 'integer'])

interface Members {
  readonly members: Member[]
  /** 0 for a page after a place. */
  readonly total: number
  /** The last row; undefined at the end. */
  readonly next: Place | undefined
}

/** Reads members and their pictures. */
export interface MemberStore {
  find(ids: readonly number[]): Promise<Member[]>
  findAvatar(key: string): Promise<{ readonly discordId: string; readonly avatar: string } | undefined>
  search(search: MemberSearch): Promise<Members>
  count(text: string): Promise<number>
  /** Ids of a whole search, newest first. */
  matching(text: string, limit: number): Promise<readonly number[]>
}

interface Row {
  id: number
  username: string
  global_name: string
  email: string | null
  discriminator: string
  avatar: string
  avatar_key: string | null
  discord_id: string
  created_at: Date
  created_us: number
  age_locked_at: Date | null
  player_name: string | null
  shown_as: ShownAsName
  on_leaderboards: boolean
  alias: number | null
}

const COLUMNS = `id, username, global_name, email, discriminator, avatar, avatar_key, discord_id, created_at, age_locked_at,
  player_name, shown_as, on_leaderboards, alias, ${microsecondsOf('created_at')} AS created_us`

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC'
const COUNT = 'SELECT count(*) AS total FROM accounts'

/** $1 text, $2 limit, $3 offset. Text that most members have reads them all. */
export const SEARCH = `
WITH matching AS MATERIALIZED (
  SELECT id, created_at FROM accounts
  WHERE ${matches('$1')}
), page AS (
  SELECT id FROM matching ${NEWEST_FIRST} LIMIT $2 OFFSET $3
)
SELECT total, ${COLUMNS} FROM (SELECT count(*) AS total FROM matching) AS counted
LEFT JOIN page ON true LEFT JOIN accounts USING (id)
${NEWEST_FIRST}`

/** Skips earlier rows in the index alone. */
export const PAGE = `
SELECT ${COLUMNS} FROM (SELECT id FROM accounts ${NEWEST_FIRST} LIMIT $1 OFFSET $2) AS page
JOIN accounts USING (id) ${NEWEST_FIRST}`

const AFTER = `(created_at, id) < (${timeOf('$2')}, $3::bigint)`

/** $1 limit, $2 and $3 place to continue from. */
export const PAGE_AFTER = `
SELECT ${COLUMNS} FROM (SELECT id FROM accounts WHERE ${AFTER} ${NEWEST_FIRST} LIMIT $1) AS page
JOIN accounts USING (id) ${NEWEST_FIRST}`

/** The same, and $4 text. */
export const SEARCH_AFTER = `
WITH matching AS MATERIALIZED (
  SELECT id, created_at FROM accounts
  WHERE ${matches('$4')}
)
SELECT ${COLUMNS} FROM (SELECT id FROM matching WHERE ${AFTER} ${NEWEST_FIRST} LIMIT $1) AS page
JOIN accounts USING (id) ${NEWEST_FIRST}`

export function createMemberStore(database: Database): MemberStore {
  async function all({ limit, offset }: MemberSearch): Promise<Members> {
    const [page, counted] = await Promise.all([
      database.query<Row>(PAGE, [limit + 1, offset]),
      database.query<{ total: number }>(COUNT),
    ])
    return membersOf(page.rows, limit, counted.rows[0]?.total)
  }

  async function matching({ text, limit, offset }: MemberSearch): Promise<Members> {
    const { rows } = await database.query<{ total: number } & (Row | Record<keyof Row, null>)>(SEARCH, [
      text,
      limit + 1,
      offset,
    ])
    return membersOf(
      rows.filter((row) => row.id !== null),
      limit,
      rows[0]?.total,
    )
  }

  async function following({ text, limit }: MemberSearch, after: Place): Promise<Members> {
    const { rows } = await (text === ''
      ? database.query<Row>(PAGE_AFTER, [limit + 1, ...after])
      : database.query<Row>(SEARCH_AFTER, [limit + 1, ...after, text]))
    return membersOf(rows, limit)
  }

  return {
    async find(ids) {
      const { rows } = await database.query<Row>(
        `SELECT ${COLUMNS} FROM accounts WHERE id = ANY ($1::bigint[]) ORDER BY id`,
        [ids],
      )
      return rows.map(memberOf)
    },
    async findAvatar(key) {
      const { rows } = await database.query<Pick<Row, 'discord_id' | 'avatar'>>(
        // Others may still know the key of a hidden picture.
        `SELECT discord_id, avatar FROM accounts WHERE avatar_key = $1 AND shown_as = 'discord'`,
        [key],
      )
      return rows[0] && { discordId: rows[0].discord_id, avatar: rows[0].avatar }
    },
    async count(text) {
      const { rows } = await (text === ''
        ? database.query<{ total: number }>(COUNT)
        : database.query<{ total: number }>(`${COUNT} WHERE ${matches('$1')}`, [text]))
      return rows[0]?.total ?? 0
    },
    async matching(text, limit) {
      const { rows } = await (text === ''
        ? database.query<{ id: number }>(`SELECT id FROM accounts ${NEWEST_FIRST} LIMIT $1`, [limit])
        : database.query<{ id: number }>(`SELECT id FROM accounts WHERE ${matches('$2')} ${NEWEST_FIRST} LIMIT $1`, [
            limit,
            text,
          ]))
      return rows.map(({ id }) => id)
    },
    async search(search) {
      if (search.after) return following(search, search.after)
      return search.text === '' ? all(search) : matching(search)
    },
  }
}

/** Members of rows read with one row more than the limit. */
function membersOf(found: readonly Row[], limit: number, total = 0): Members {
  const { rows, last } = pageOf(found, limit)
  return { members: rows.map(memberOf), total, next: last && [last.created_us, last.id] }
}

const memberOf = (row: Row): Member => ({
  id: row.id,
  username: row.username,
  globalName: row.global_name,
  email: row.email ?? '',
  discriminator: row.discriminator,
  avatar: row.avatar,
  avatarKey: row.avatar_key ?? undefined,
  discordId: row.discord_id,
  createdAtMs: row.created_at.getTime(),
  ageLockedAtMs: row.age_locked_at?.getTime() ?? 0,
  playerName: row.player_name ?? undefined,
  shownAs: SHOWN_AS_MESSAGES[row.shown_as],
  onLeaderboards: row.on_leaderboards,
  alias: row.alias ?? undefined,
})

export interface GuildStore {
  countTop(limit: number): Promise<Guild[]>
  /** Deletes guilds without members among those after an id. Returns the last one that it looked at. */
  forgetEmpty(after: string): Promise<string | undefined>
}

interface GuildRow {
  id: string
  name: string
  icon: string
  last_seen: Date
  members: number
}

const TOP = `
WITH top AS (
  SELECT guild_id, count(*) AS members FROM account_guilds
  GROUP BY guild_id ORDER BY members DESC, guild_id LIMIT $1
)
SELECT id, name, icon, last_seen, members FROM top JOIN guilds ON id = guild_id
ORDER BY members DESC, id`

const COUNT_WITHIN_MS = 60_000

/** Logins lock guilds and renew last_seen before they add members, so that this takes none from them. */
const FORGET_EMPTY = `
WITH page AS (SELECT id FROM guilds WHERE id > $1 ORDER BY id LIMIT 1000), empty AS (
  SELECT id FROM guilds JOIN page USING (id)
  WHERE last_seen < now() - interval '1 day' AND NOT EXISTS (SELECT FROM account_guilds WHERE guild_id = id)
  FOR UPDATE OF guilds SKIP LOCKED
), forgotten AS (DELETE FROM guilds USING empty WHERE guilds.id = empty.id)
SELECT max(id) AS last FROM page`

export const createGuildStore = (database: Database): GuildStore => ({
  async countTop(limit) {
    const rows = await inTransaction(database, async (tx) => {
      await setStatementTimeout(tx, COUNT_WITHIN_MS)
      return (await tx.query<GuildRow>(TOP, [limit])).rows
    })
    return rows.map((row) => ({
      guildId: row.id,
      guildName: row.name,
      icon: row.icon,
      commonUsers: row.members,
      lastSeenMs: row.last_seen.getTime(),
    }))
  },
  async forgetEmpty(after) {
    const { rows } = await database.query<{ last: string | null }>(FORGET_EMPTY, [after])
    return rows[0]?.last ?? undefined
  },
})
