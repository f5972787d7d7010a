import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import { randomBytes, randomInt } from 'node:crypto'
import { drawAccountId, type Lot } from '../domain/account-id.js'
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
  /** What the picture is called in public addresses; absent: there is none. */
  readonly avatarKey?: string
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
  avatar_key: string | null
  jurisdiction: string | null
}

export const ACCOUNT_COLUMNS =
  'id, username, global_name, discord_id, avatar, avatar_key, age_locked_at IS NOT NULL AS age_locked, jurisdiction'

/** With a billion ids, so many taken ones in a row mean that something else is wrong. */
const DRAWS_MAX = 20
const AVATAR_KEY_BYTES = 16

const drawByCrypto: Lot = (below) => randomInt(below)

export const createAccountStore = (database: Database, lot: Lot = drawByCrypto): AccountStore => ({
  signIn: (profile) =>
    inTransaction(database, async (tx) => {
      const id = await signInAccount(tx, profile, lot)
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

/** Updates the account of this person, or inserts it under an id that nobody has. */
async function signInAccount(tx: Transaction, profile: ProviderProfile, lot: Lot): Promise<number> {
  const values = [
    profile.id,
    profile.username,
    profile.globalName,
    profile.email,
    profile.avatar,
    profile.discriminator,
    profile.avatar === '' ? null : randomBytes(AVATAR_KEY_BYTES).toString('base64url'),
  ]
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const updated = await tx.query<{ id: number }>(
      `UPDATE accounts
          SET username = $2, global_name = $3, email = $4, discriminator = $6, last_login_at = now(),
              avatar = $5, avatar_key = CASE WHEN avatar = $5 THEN coalesce(avatar_key, $7) ELSE $7 END
        WHERE discord_id = $1
       RETURNING id`,
      values,
    )
    if (updated.rows[0]) return updated.rows[0].id
    // No row: the id is taken, or the same person has just signed in elsewhere, whom the next update finds.
    const inserted = await tx.query<{ id: number }>(
      `INSERT INTO accounts (discord_id, username, global_name, email, avatar, discriminator, avatar_key, id)
       OVERRIDING SYSTEM VALUE
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT DO NOTHING
       RETURNING id`,
      [...values, drawAccountId(lot)],
    )
    if (inserted.rows[0]) return inserted.rows[0].id
  }
  throw new Error('no free id for an account')
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
