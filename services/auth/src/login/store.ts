import { randomBytes, randomInt } from 'node:crypto'
import { type Database, inTransaction, prepared, type Redis, type Transaction } from '@kla/chassis'
import { skeletonOf } from '@kla/proto/names'
import { drawFreeName, insertNameChanged } from '../names/index.js'
import { ACCOUNT_COLUMNS, accountOf, type AccountRow, shownOf } from '../shared/accounts.js'
import { DRAWS_MAX, randomNumber, replaceAlias } from '../shared/numbers.js'
import type { RandomBelow } from '../shared/tokens.js'
import type { ProviderProfile } from './provider.js'
import type { LoginAttempt } from './rules.js'

/** Accounts as the login provider updates them. */
export interface AccountStore {
  signIn(profile: ProviderProfile): Promise<number>
}

export const createAccountStore = (
  database: Database,
  random: RandomBelow = cryptoRandom,
  now: () => number = Date.now,
): AccountStore => ({
  async signIn(profile) {
    const values = valuesOf(profile)
    const draws = { random, now }
    for (let draw = 0; draw < DRAWS_MAX; draw++) {
      const { rows } = await database.query<{ id: number; updated: boolean }>(UPDATE_KNOWN(values))
      if (rows[0]?.updated) return rows[0].id
      const id = await inTransaction(database, (tx) =>
        rows[0] ? updateRenamed(tx, values, draws) : createAccount(tx, profile, values, draws),
      )
      if (id !== undefined) return id
    }
    throw new Error('no free id for an account')
  },
})

const AVATAR_KEY_BYTES = 16

const cryptoRandom: RandomBelow = (below) => randomInt(below)

/** Parameters $1 to $11 of the statements below. */
const valuesOf = ({ guilds, ...profile }: ProviderProfile): unknown[] => [
  profile.id,
  profile.username,
  profile.globalName,
  profile.email,
  profile.avatar,
  profile.discriminator,
  profile.avatar === '' ? null : randomBytes(AVATAR_KEY_BYTES).toString('base64url'),
  guilds !== undefined,
  guilds?.map(({ id }) => id) ?? [],
  guilds?.map(({ name }) => name) ?? [],
  guilds?.map(({ icon }) => icon) ?? [],
]

/** Replaces the guilds of the account that a statement returns; guilds are sorted, as logins would deadlock. */
const withGuilds = (account: string): string => `
WITH account AS (${account}), listed AS (
  SELECT id AS account_id FROM account WHERE $8::boolean
), seen AS (
  SELECT DISTINCT ON (id) id, name, icon FROM unnest($9::text[], $10::text[], $11::text[]) AS seen (id, name, icon)
  ORDER BY id
), saved AS (
  INSERT INTO guilds (id, name, icon) SELECT id, name, icon FROM seen, listed ORDER BY id
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, icon = excluded.icon, last_seen = now()
), gone AS (
  DELETE FROM account_guilds USING listed
   WHERE account_guilds.account_id = listed.account_id AND guild_id <> ALL ($9::text[])
), joined AS (
  INSERT INTO account_guilds (account_id, guild_id) SELECT account_id, id FROM listed, seen
  ON CONFLICT (account_id, guild_id) DO UPDATE SET last_seen = now()
)`

const UPDATE = `
UPDATE accounts
   SET username = $2, global_name = $3, email = $4, discriminator = $6, last_login_at = now(),
       avatar = $5, avatar_key = CASE WHEN avatar = $5 THEN coalesce(avatar_key, $7) ELSE $7 END
 WHERE discord_id = $1`

/** Updates an account alone unless others would see another name; then it returns the account with \`updated\` false. */
const UPDATE_KNOWN = prepared(
  'update known account',
  `${withGuilds(`${UPDATE} AND (shown_as <> 'discord' OR username = $2) RETURNING id`)}
SELECT id, true AS updated FROM account
UNION ALL
SELECT id, false FROM accounts WHERE discord_id = $1 AND NOT EXISTS (SELECT FROM account)`,
)

const UPDATE_RENAMED = `${withGuilds(`${UPDATE} RETURNING ${ACCOUNT_COLUMNS}`)}
SELECT account.* FROM account`

const CREATE = prepared(
  'create account',
  `${withGuilds(`
  INSERT INTO accounts
    (discord_id, username, global_name, email, avatar, discriminator, avatar_key, id, alias, player_name, name_skeleton)
  OVERRIDING SYSTEM VALUE
  SELECT $1, $2, $3, $4, $5, $6, $7, $12::integer, $13::integer, $14, $15
   WHERE $12 <> $13 AND NOT EXISTS (SELECT 1 FROM account_numbers WHERE number IN ($12, $13))
  ON CONFLICT DO NOTHING
  RETURNING id`)}
SELECT id FROM account`,
)

interface Draws {
  readonly random: RandomBelow
  readonly now: () => number
}

/** Undefined if a number is taken, or a concurrent login has created the account. */
async function createAccount(
  tx: Transaction,
  { username, globalName, email }: ProviderProfile,
  values: unknown[],
  { random, now }: Draws,
): Promise<number | undefined> {
  const name = await drawFreeName(tx, [username, globalName, email ?? ''], random, now())
  const drawn = [randomNumber(random), randomNumber(random), name, skeletonOf(name)]
  const { rows } = await tx.query<{ id: number }>(CREATE([...values, ...drawn]))
  return rows[0]?.id
}

/** Updates an account, which gets another alias if others see its new name. Undefined if it has been erased. */
async function updateRenamed(tx: Transaction, values: unknown[], { random, now }: Draws): Promise<number | undefined> {
  const known = await tx.query<AccountRow>(LOCK, [values[0]])
  if (!known.rows[0]) return undefined
  const updated = await tx.query<AccountRow>(UPDATE_RENAMED, values)
  const [before, after] = [accountOf(known.rows[0]), accountOf(updated.rows[0]!)]
  if (shownOf(before).username !== shownOf(after).username) {
    const { rows } = await tx.query<AccountRow>(SHOW_AS, [after.id, await replaceAlias(tx, before, random, now())])
    await insertNameChanged(tx, accountOf(rows[0]!))
  }
  return after.id
}

const LOCK = `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE discord_id = $1 FOR UPDATE`

const SHOW_AS = `
UPDATE accounts SET alias = $2, name_revision = name_revision + 1 WHERE id = $1 RETURNING ${ACCOUNT_COLUMNS}`

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
