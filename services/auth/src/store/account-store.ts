import { inTransaction, type Database } from '@kla/chassis'
import type { ProviderProfile } from '../login-provider/login-provider.js'
import { rememberGuilds } from './account-guilds.js'

export interface Account {
  readonly id: number
  readonly username: string
  readonly globalName: string
  readonly discordId: string
  readonly avatar: string
  /** The player has declared to be under 18, and no administrator has lifted that. */
  readonly ageLocked: boolean
  /** Absent unless an operator has set it. */
  readonly jurisdiction?: string
}

export interface AccountStore {
  /** The account of this person, made or brought up to date, with the servers the provider told of. */
  signIn(profile: ProviderProfile): Promise<number>
  find(id: number): Promise<Account | undefined>
}

export interface AccountRow {
  id: number
  username: string
  global_name: string
  discord_id: string
  avatar: string
  age_locked: boolean
  jurisdiction: string | null
}

export const ACCOUNT_COLUMNS =
  'id, username, global_name, discord_id, avatar, age_locked_at IS NOT NULL AS age_locked, jurisdiction'

export const createAccountStore = (database: Database): AccountStore => ({
  signIn: (profile) =>
    inTransaction(database, async (tx) => {
      const values = [
        profile.id,
        profile.username,
        profile.globalName,
        profile.email,
        profile.avatar,
        profile.discriminator,
      ]
      // Updating first: an insert that meets a conflict uses up one of the integers people are known by.
      const updated = await tx.query<{ id: number }>(
        `UPDATE accounts
            SET username = $2, global_name = $3, email = $4, avatar = $5, discriminator = $6, last_login_at = now()
          WHERE discord_id = $1
         RETURNING id`,
        values,
      )
      const { rows } =
        updated.rows.length > 0
          ? updated
          : await tx.query<{ id: number }>(
              `INSERT INTO accounts (discord_id, username, global_name, email, avatar, discriminator)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (discord_id) DO UPDATE SET last_login_at = now()
               RETURNING id`,
              values,
            )
      const id = rows[0]!.id
      if (profile.guilds) await rememberGuilds(tx, id, profile.guilds)
      return id
    }),

  async find(id) {
    const { rows } = await database.query<AccountRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = $1`,
      [id],
    )
    return rows[0] && accountOf(rows[0])
  },
})

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  globalName: row.global_name,
  discordId: row.discord_id,
  avatar: row.avatar,
  ageLocked: row.age_locked,
  ...(row.jurisdiction === null ? {} : { jurisdiction: row.jurisdiction }),
})
