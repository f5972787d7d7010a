import type { Database } from '@kla/chassis'
import type { Member } from '@kla/proto'

export interface MemberStore {
  /** Those of these ids that exist, by id. */
  find(ids: readonly number[]): Promise<Member[]>
}

interface Row {
  id: number
  username: string
  global_name: string
  email: string | null
  discriminator: string
  avatar: string
  discord_id: string
  created_at: Date
}

const COLUMNS = 'id, username, global_name, email, discriminator, avatar, discord_id, created_at'

export const createMemberStore = (database: Database): MemberStore => ({
  async find(ids) {
    const { rows } = await database.query<Row>(
      `SELECT ${COLUMNS} FROM accounts WHERE id = ANY ($1::bigint[]) ORDER BY id`,
      [ids],
    )
    return rows.map(memberOf)
  },
})

const memberOf = (row: Row): Member => ({
  id: row.id,
  username: row.username,
  globalName: row.global_name,
  email: row.email ?? '',
  discriminator: row.discriminator,
  avatar: row.avatar,
  discordId: row.discord_id,
  createdAtMs: row.created_at.getTime(),
})
