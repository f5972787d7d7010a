import {
  type Database,
  defineScript,
  insertEvent,
  inTransaction,
  mapRedisErrors,
  newId,
  prepared,
  type Redis,
  type Transaction,
} from '@kla/chassis'
import { NameChanged, subjects } from '@kla/proto'
import { skeletonOf } from '@kla/proto/names'
import type { ShownAsName } from '@kla/proto/web'
import { type Account, ACCOUNT_COLUMNS, accountOf, type AccountRow, findAccount, shownOf } from '../shared/accounts.js'
import { replaceAlias } from '../shared/numbers.js'
import type { RandomBelow } from '../shared/tokens.js'
import { foldName, type NameFaults, type OwnNames } from './rules.js'
import { LONG_NUMBERS, NUMBERS, suggestNames } from './suggest.js'

export interface NameChange {
  readonly shownAs: Exclude<ShownAsName, 'unchosen'>
  readonly name: string | undefined
  readonly early: boolean
  readonly onLeaderboards: boolean | undefined
}

/** Decides from the account within the transaction. */
export type DecideName = (account: Account) => NameChange | { readonly refused: NameRefusal }
/** Reason why a name change is refused. */
export type NameRefusal = NonNullable<NameFaults> | 'NAME_TOO_SOON' | 'BANNED' | 'BANNED_FROM_API'

/** Player names, current and former, in PostgreSQL. */
export interface NameStore {
  find(accountId: number): Promise<Account | undefined>
  /** Publishes NameChanged with a new alias if the shown name changes. */
  change(
    accountId: number,
    decide: DecideName,
    nowMs: number,
  ): Promise<Account | { readonly refused: NameRefusal | 'NAME_TAKEN' } | undefined>
  unlock(accountId: number, atMs: number): Promise<void>
  free(names: readonly string[], nowMs: number): Promise<string[]>
  /** Deletes former names that are free again; returns how many, at most FORGET_BATCH. */
  forgetFormer(nowMs: number): Promise<number>
}

const KEPT_AFTER_MS = 90 * 24 * 3_600_000

const LOCK = `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = $1 FOR UPDATE`
const UPDATE = `
UPDATE accounts
   SET shown_as = $2, player_name = coalesce($3, player_name), on_leaderboards = coalesce($4, on_leaderboards),
       player_name_at = CASE WHEN $3::text IS NULL THEN player_name_at ELSE to_timestamp($5::double precision / 1000) END,
       name_revision = name_revision + CASE WHEN $6 THEN 1 ELSE 0 END, name_skeleton = coalesce($7, name_skeleton),
       alias = coalesce($8, alias),
       early_names_at = CASE WHEN $9 THEN early_names_at || to_timestamp($5::double precision / 1000) ELSE early_names_at END
 WHERE id = $1 RETURNING ${ACCOUNT_COLUMNS}`
const TAKEN = prepared(
  'find taken names',
  `SELECT 1 AS folded FROM accounts WHERE replace(lower(player_name), ' ', '') = $1 AND id <> $2
UNION ALL
SELECT 0 FROM accounts WHERE name_skeleton = $4 AND id <> $2
UNION ALL
SELECT CASE WHEN folded = $1 THEN 1 ELSE 0 END FROM former_names
 WHERE (folded = $1 OR skeleton = $4) AND account_id <> $2 AND until > to_timestamp($3::double precision / 1000)`,
)
const KEEP_FORMER = `
INSERT INTO former_names (account_id, folded, name, until, skeleton) VALUES ($1, $2, $3, to_timestamp($4::double precision / 1000), $5)
ON CONFLICT (folded, account_id) DO UPDATE SET name = excluded.name, until = excluded.until, skeleton = excluded.skeleton`
const FREE = `
SELECT name FROM unnest($1::text[], $2::text[], $4::text[]) AS wanted (name, folded, look)
WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE replace(lower(player_name), ' ', '') = wanted.folded)
  AND NOT EXISTS (SELECT 1 FROM accounts WHERE name_skeleton = wanted.look)
  AND NOT EXISTS (
    SELECT 1 FROM former_names
     WHERE (former_names.folded = wanted.folded OR skeleton = wanted.look) AND until > to_timestamp($3::double precision / 1000))`

export const FORGET_BATCH = 1_000
const FORGET_FORMER = `
DELETE FROM former_names WHERE (folded, account_id) IN (
  SELECT folded, account_id FROM former_names WHERE until < to_timestamp($1::double precision / 1000)
  ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED)`

const UNLOCK = `
UPDATE accounts SET name_unlocked_at = greatest(name_unlocked_at, to_timestamp($2::double precision / 1000)) WHERE id = $1`

export const createNameStore = (database: Database, random: RandomBelow): NameStore => ({
  find: (accountId) => findAccount(database, accountId),
  change: (accountId, decide, nowMs) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<AccountRow>(LOCK, [accountId])
      if (!rows[0]) return undefined
      const before = accountOf(rows[0])
      const change = decide(before)
      if ('refused' in change) return change
      const name = change.name === before.playerName && before.shownAs !== 'unchosen' ? undefined : change.name
      const isListed = change.onLeaderboards ?? before.onLeaderboards
      if (name === undefined && change.shownAs === before.shownAs && isListed === before.onLeaderboards) return before
      const refused = name === undefined ? undefined : await takeName(tx, before, name, nowMs)
      if (refused) return { refused }

      const next = { ...before, shownAs: change.shownAs, ...(name === undefined ? {} : { playerName: name }) }
      const isShownOtherwise =
        shownOf(next).username !== shownOf(before).username || isPrivate(next) !== isPrivate(before)
      const skeleton = name === undefined ? null : skeletonOf(name)
      const alias = isShownOtherwise ? await replaceAlias(tx, before, random, nowMs) : null
      const isEarly = name !== undefined && change.early
      const values = [
        ...[accountId, change.shownAs, name ?? null, change.onLeaderboards ?? null, nowMs],
        ...[isShownOtherwise, skeleton, alias, isEarly],
      ]
      const updated = await tx.query<AccountRow>(UPDATE, values)
      const after = accountOf(updated.rows[0]!)
      if (isShownOtherwise) await insertNameChanged(tx, after)
      return after
    }),
  async unlock(accountId, atMs) {
    await database.query(UNLOCK, [accountId, atMs])
  },
  async free(names, nowMs) {
    const { rows } = await database.query<{ name: string }>(FREE, [
      names,
      names.map(foldName),
      nowMs,
      names.map(skeletonOf),
    ])
    return rows.map(({ name }) => name)
  },
  async forgetFormer(nowMs) {
    const { rowCount } = await database.query(FORGET_FORMER, [nowMs, FORGET_BATCH])
    return rowCount ?? 0
  },
})

const isPrivate = ({ shownAs }: Account): boolean => shownAs !== 'discord'

const DRAWS_MAX = 40
/** Long numbers follow these draws. */
const SHORT_DRAWS = 20

/** Draws a free name, locked until the transaction ends. */
export async function drawFreeName(
  tx: Transaction,
  own: OwnNames,
  random: RandomBelow,
  nowMs: number,
): Promise<string> {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const [name] = suggestNames(1, own, random, draw < SHORT_DRAWS ? NUMBERS : LONG_NUMBERS)
    if (name === undefined) continue
    // Waiting for locks in any order could deadlock.
    const { rows } = await tx.query<{ got: boolean }>(TRY_LOCKS([locksOf(name)]))
    if (rows[0]?.got && (await tx.query(TAKEN([foldName(name), 0, nowMs, skeletonOf(name)]))).rowCount === 0)
      return name
  }
  throw new Error('no free name to suggest')
}

const TRY_LOCKS = prepared(
  'try name locks',
  'SELECT bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 0))) AS got FROM unnest($1::text[]) AS key',
)

const locksOf = (name: string): string[] => [`player name ${foldName(name)}`, `player skeleton ${skeletonOf(name)}`]

type Taken = 'NAME_TAKEN' | 'NAME_CONFUSABLE'

async function takeName(
  tx: Transaction,
  { id, playerName }: Account,
  name: string,
  nowMs: number,
): Promise<Taken | undefined> {
  const former = playerName === undefined ? [] : locksOf(playerName)
  // Sorted, or accounts that swap names would deadlock.
  for (const lock of [...new Set([...former, ...locksOf(name)])].sort()) {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock])
  }
  const taken = await tx.query<{ folded: number }>(TAKEN([foldName(name), id, nowMs, skeletonOf(name)]))
  if (taken.rows.length > 0) return taken.rows.some(({ folded }) => folded === 1) ? 'NAME_TAKEN' : 'NAME_CONFUSABLE'
  if (playerName !== undefined && foldName(playerName) !== foldName(name)) {
    await tx.query(KEEP_FORMER, [id, foldName(playerName), playerName, nowMs + KEPT_AFTER_MS, skeletonOf(playerName)])
  }
  return undefined
}

export async function insertNameChanged(tx: Transaction, account: Account): Promise<void> {
  const eventId = newId()
  const { username: shownName, discordId, avatar } = shownOf(account)
  const payload = NameChanged.encode({
    eventId,
    accountId: account.id,
    revision: account.nameRevision,
    shownName,
    discordId,
    avatar,
    alias: account.alias,
  }).finish()
  await insertEvent(tx, { subject: subjects.eventNameChanged, eventId, payload })
}

/** Limit of tries to take a new name. */
export interface NameTries {
  /** False if none is left this hour. */
  spend(accountId: number): Promise<boolean>
}

const TRIES = 10
const WINDOW_MS = 3_600_000

const spendScript = defineScript<number>(`
local tries = redis.call('INCR', KEYS[1])
if tries == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return tries
`)

export const createNameTries = (redis: Redis, prefix: string): NameTries => ({
  spend: async (accountId) =>
    (await mapRedisErrors(spendScript.run(redis, [`${prefix}name-tries:{${accountId}}`], [WINDOW_MS]))) <= TRIES,
})
