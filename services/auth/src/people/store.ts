import { type Database, insertEvent, inTransaction, type OutboxEvent } from '@kla/chassis'
import type { AgeMethod } from '../age/index.js'
import { matches } from '../shared/accounts.js'

/** When an account proved its age, and how. */
export interface DatedVerdict {
  readonly method: AgeMethod
  readonly jurisdiction: string
  readonly atMs: number
}

/** What else is known about an account. */
export interface PersonFacts {
  /** Undefined: as configured. */
  readonly jurisdiction: string | undefined
  readonly lastLoginAtMs: number
  /** Newest first. */
  readonly verdicts: readonly DatedVerdict[]
}

/** Reads accounts for the person's page. */
export interface PersonStore {
  facts(accountId: number): Promise<PersonFacts | undefined>
  /** True also after the account is deleted. */
  everExisted(accountId: number): Promise<boolean>
  /** Exact matches first, then the newest. */
  find(text: string, limit: number): Promise<readonly number[]>
  /** Stores the audit event with the read. Undefined: there is no such account. */
  revealEmail(accountId: number, audit: OutboxEvent): Promise<string | undefined>
}

interface FactsRow {
  readonly jurisdiction: string | null
  readonly last_login_at: Date
  readonly verdicts: readonly DatedVerdict[]
}

const FACTS = `
SELECT jurisdiction, last_login_at, (
  SELECT coalesce(json_agg(json_build_object(
    'method', method, 'jurisdiction', age_verdicts.jurisdiction, 'atMs', (extract(epoch FROM declared_at) * 1000)::bigint
  ) ORDER BY declared_at DESC), '[]') FROM age_verdicts WHERE account_id = accounts.id
) AS verdicts FROM accounts WHERE id = $1::bigint`

/** Bounds the work for text that many accounts have. */
const MATCHES_MAX = 1_000

/** $1 text, $2 limit, $3 number or null. Numbers include former aliases. */
export const FIND = `
WITH found AS (
  SELECT account_id AS id, 0 AS place FROM account_numbers WHERE number = $3::bigint
  UNION ALL SELECT id, 0 FROM accounts WHERE discord_id = $1
  UNION ALL (
    SELECT id, 1 FROM accounts
    WHERE search_fold($1) IN (search_fold(username), search_fold(global_name), search_fold(player_name)) LIMIT ${MATCHES_MAX}
  )
  UNION ALL (SELECT id, 2 FROM accounts WHERE ${matches('$1')} LIMIT ${MATCHES_MAX})
)
SELECT id FROM (SELECT id, min(place) AS place FROM found GROUP BY id) AS people JOIN accounts USING (id)
ORDER BY place, created_at DESC, id DESC LIMIT $2`

/** $1 account id, which is also one of the account's numbers. Numbers outlive their account. */
export const EVER_EXISTED = 'SELECT FROM account_numbers WHERE number = $1::bigint AND account_id = $1::bigint'

const INT_MAX = 2_147_483_647

export const createPersonStore = (database: Database): PersonStore => ({
  async facts(accountId) {
    const { rows } = await database.query<FactsRow>(FACTS, [accountId])
    const [row] = rows
    return (
      row && {
        jurisdiction: row.jurisdiction ?? undefined,
        lastLoginAtMs: row.last_login_at.getTime(),
        verdicts: row.verdicts,
      }
    )
  },

  async everExisted(accountId) {
    const { rowCount } = await database.query(EVER_EXISTED, [accountId])
    return rowCount === 1
  },

  async find(text, limit) {
    const number = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= INT_MAX ? Number(text) : null
    const { rows } = await database.query<{ id: number }>(FIND, [text, limit, number])
    return rows.map(({ id }) => id)
  },

  revealEmail: (accountId, audit) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ email: string | null }>('SELECT email FROM accounts WHERE id = $1::bigint', [
        accountId,
      ])
      if (!rows[0]) return undefined
      await insertEvent(tx, audit)
      return rows[0].email ?? ''
    }),
})
