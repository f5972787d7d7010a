import { randomBytes, randomInt } from 'node:crypto'
import { type Database, inTransaction, type Redis, type Transaction } from '@kla/chassis'
import { skeletonOf } from '@kla/proto/names'
import { drawFreeName, insertNameChanged } from '../names/index.js'
import { type Account, ACCOUNT_COLUMNS, accountOf, type AccountRow, shownOf } from '../shared/accounts.js'
import { DRAWS_MAX, randomNumber, replaceAlias } from '../shared/numbers.js'
import type { RandomBelow } from '../shared/tokens.js'
import type { ProviderGuild, ProviderProfile } from './provider.js'
import type { LoginAttempt } from './rules.js'

/** Accounts as the login provider updates them. */
export interface AccountStore {
  signIn(profile: ProviderProfile): Promise<number>
}

interface Draws {
  readonly random: RandomBelow
  readonly now: () => number
}

export const createAccountStore = (
  database: Database,
  random: RandomBelow = cryptoRandom,
  now: () => number = Date.now,
): AccountStore => ({
  signIn: (profile) =>
    inTransaction(database, async (tx) => {
      const { id, isNew } = await signInAccount(tx, profile, { random, now })
      const { guilds } = profile
      if (guilds && !(isNew && guilds.length === 0)) await replaceGuilds(tx, id, guilds)
      return id
    }),
})

const AVATAR_KEY_BYTES = 16

const cryptoRandom: RandomBelow = (below) => randomInt(below)

interface SignedIn {
  readonly id: number
  readonly isNew: boolean
}

async function signInAccount(tx: Transaction, profile: ProviderProfile, draws: Draws): Promise<SignedIn> {
  const { random } = draws
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
    const {
      rows: [known],
    } = await tx.query<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE discord_id = $1 FOR UPDATE`, [
      profile.id,
    ])
    if (known) {
      const { rows } = await tx.query<AccountRow>(
        `UPDATE accounts
            SET username = $2, global_name = $3, email = $4, discriminator = $6, last_login_at = now(),
                avatar = $5, avatar_key = CASE WHEN avatar = $5 THEN coalesce(avatar_key, $7) ELSE $7 END
          WHERE discord_id = $1
         RETURNING ${ACCOUNT_COLUMNS}`,
        values,
      )
      await renameIfShown(tx, accountOf(known), accountOf(rows[0]!), draws)
      return { id: known.id, isNew: false }
    }
    const { username, globalName, email } = profile
    const playerName = await drawFreeName(tx, [username, globalName, email ?? ''], random, draws.now())
    // No row: number taken, or a concurrent login created the account; the next reading finds it.
    const inserted = await tx.query<{ id: number }>(
      `INSERT INTO accounts (discord_id, username, global_name, email, avatar, discriminator, avatar_key, id, player_name, name_skeleton)
       OVERRIDING SYSTEM VALUE
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE NOT EXISTS (SELECT 1 FROM account_numbers WHERE number = $8)
       ON CONFLICT DO NOTHING
       RETURNING id`,
      [...values, randomNumber(random), playerName, skeletonOf(playerName)],
    )
    const [account] = inserted.rows
    if (account) {
      await hideId(tx, account.id, random)
      return { id: account.id, isNew: true }
    }
  }
  throw new Error('no free id for an account')
}

/** Draws the number by which others know the account, instead of its id. */
async function hideId(tx: Transaction, id: number, random: RandomBelow): Promise<void> {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const { rowCount } = await tx.query(HIDE_ID, [id, randomNumber(random)])
    if (rowCount === 1) return
  }
  throw new Error('no free alias for an account')
}

const HIDE_ID = `
WITH drawn AS (
  INSERT INTO account_numbers (number, account_id, shown_from) VALUES ($2, $1, now()) ON CONFLICT DO NOTHING RETURNING number
), hidden AS (
  UPDATE account_numbers SET shown_from = NULL FROM drawn WHERE account_numbers.number = $1
)
UPDATE accounts SET alias = drawn.number FROM drawn WHERE id = $1`

async function renameIfShown(tx: Transaction, before: Account, after: Account, { random, now }: Draws): Promise<void> {
  if (shownOf(before).username === shownOf(after).username) return
  const alias = await replaceAlias(tx, before, random, now())
  const { rows } = await tx.query<AccountRow>(
    `UPDATE accounts SET alias = $2, name_revision = name_revision + 1 WHERE id = $1 RETURNING ${ACCOUNT_COLUMNS}`,
    [before.id, alias],
  )
  await insertNameChanged(tx, accountOf(rows[0]!))
}

async function replaceGuilds(tx: Transaction, accountId: number, guilds: readonly ProviderGuild[]): Promise<void> {
  await tx.query(REPLACE_GUILDS, [
    guilds.map((guild) => guild.id),
    guilds.map((guild) => guild.name),
    guilds.map((guild) => guild.icon),
    accountId,
  ])
}

/** Sorts guilds, to avoid deadlocks between logins. */
const REPLACE_GUILDS = `
WITH saved AS (
  INSERT INTO guilds (id, name, icon)
  SELECT DISTINCT ON (id) id, name, icon FROM unnest($1::text[], $2::text[], $3::text[]) AS seen (id, name, icon)
   ORDER BY id
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, icon = excluded.icon, last_seen = now()
), gone AS (
  DELETE FROM account_guilds WHERE account_id = $4 AND guild_id <> ALL ($1::text[])
)
INSERT INTO account_guilds (account_id, guild_id)
SELECT DISTINCT $4::integer, id FROM unnest($1::text[]) AS seen (id)
ON CONFLICT (account_id, guild_id) DO UPDATE SET last_seen = now()`

/** Logins in Redis, until their browser finishes them. */
export interface LoginAttemptStore {
  put(stateHash: string, attempt: LoginAttempt): Promise<void>
  take(stateHash: string): Promise<LoginAttempt | undefined>
}

export function createLoginAttemptStore(redis: Redis, prefix: string, ttlMs: number): LoginAttemptStore {
  const key = (stateHash: string): string => `${prefix}login:{${stateHash}}`
  return {
    async put(stateHash, attempt) {
      await redis.set(key(stateHash), JSON.stringify(attempt), 'PX', ttlMs)
    },
    async take(stateHash) {
      const stored = await redis.getdel(key(stateHash))
      return stored === null ? undefined : (JSON.parse(stored) as LoginAttempt)
    },
  }
}
