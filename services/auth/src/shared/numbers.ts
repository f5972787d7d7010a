import type { Database, Transaction } from '@kla/chassis'
import { type Account, ACCOUNT_COLUMNS, accountOf, type AccountRow, aliasOf, shownOf } from './accounts.js'
import type { RandomBelow } from './tokens.js'

const NUMBER_MIN = 100_000_000
const NUMBER_MAX = 999_999_999

/** Nine random digits: an int32 without order. */
export const randomNumber = (random: RandomBelow): number => NUMBER_MIN + random(NUMBER_MAX - NUMBER_MIN + 1)

/** More collisions among 900 million numbers mean another fault. */
export const DRAWS_MAX = 20

async function drawAlias(tx: Transaction, accountId: number, random: RandomBelow): Promise<number> {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const { rows } = await tx.query<{ number: number }>(
      'INSERT INTO account_numbers (number, account_id, shown_from) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING RETURNING number',
      [randomNumber(random), accountId],
    )
    if (rows[0]) return rows[0].number
  }
  throw new Error('no free alias for an account')
}

/** The old alias resolves for ALIAS_RETENTION_MS. */
export async function replaceAlias(
  tx: Transaction,
  before: Account,
  random: RandomBelow,
  nowMs: number,
): Promise<number> {
  const alias = await drawAlias(tx, before.id, random)
  await tx.query(
    'UPDATE account_numbers SET shown_until = to_timestamp($2::double precision / 1000), shown_name = $3 WHERE number = $1',
    [aliasOf(before), nowMs, shownOf(before).username],
  )
  return alias
}

/** Period in which players can be reported after a match. */
export const ALIAS_RETENTION_MS = 24 * 3_600_000

/** Account that a number belonged to. */
export interface Resolved {
  readonly number: number
  readonly accountId: number
  readonly shownName: string
  readonly current: boolean
}

interface Row extends Omit<AccountRow, 'id'> {
  number: number
  account_id: number
  was_shown: boolean
  is_current: boolean
  known_as: string | null
  id: number | null
}

const RESOLVE = `
SELECT number, account_id, shown_from IS NOT NULL AS was_shown, shown_until IS NULL AS is_current, account_numbers.shown_name AS known_as,
       ${ACCOUNT_COLUMNS}
FROM account_numbers LEFT JOIN accounts ON accounts.id = account_id
WHERE number = ANY ($1::bigint[])
  AND ($2 OR (shown_from IS NOT NULL AND (shown_until IS NULL OR shown_until > to_timestamp($3::double precision / 1000))))`

/** Resolves aliases; with `any` also account ids and older aliases. */
export async function resolveNumbers(
  database: Database,
  numbers: readonly number[],
  { any, nowMs }: { readonly any: boolean; readonly nowMs: number },
): Promise<Resolved[]> {
  const { rows } = await database.query<Row>(RESOLVE, [numbers, any, nowMs - ALIAS_RETENTION_MS])
  return rows.map(
    ({ number, account_id: accountId, was_shown: wasShown, is_current: isCurrent, known_as: knownAs, id, ...row }) => {
      const now = id === null ? '' : shownOf(accountOf({ ...row, id })).username
      return { number, accountId, shownName: wasShown ? (knownAs ?? now) : '', current: wasShown && isCurrent }
    },
  )
}
