import type { Database } from '@kla/chassis'

export interface Account {
  readonly id: number
  readonly username: string
  readonly globalName: string
  readonly discordId: string
  readonly avatar: string
  /** Declared to be under 18. */
  readonly ageLocked: boolean
  /** Name of the picture in public addresses. */
  readonly avatarKey?: string
  /** Set by an operator. */
  readonly jurisdiction?: string
}

export interface AccountRow {
  id: number
  username: string
  global_name: string
  discord_id: string
  avatar: string
  age_locked: boolean
  avatar_key: string | null
  jurisdiction: string | null
}

export const ACCOUNT_COLUMNS =
  'id, username, global_name, discord_id, avatar, avatar_key, age_locked_at IS NOT NULL AS age_locked, jurisdiction'

export async function findAccount(database: Database, id: number): Promise<Account | undefined> {
  const { rows } = await database.query<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = $1`, [id])
  return rows[0] && accountOf(rows[0])
}

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  globalName: row.global_name,
  discordId: row.discord_id,
  avatar: row.avatar,
  ageLocked: row.age_locked,
  ...(row.avatar_key === null ? {} : { avatarKey: row.avatar_key }),
  ...(row.jurisdiction === null ? {} : { jurisdiction: row.jurisdiction }),
})
