import {
  type Database,
  insertEvent,
  inTransaction,
  newId,
  type OutboxEvent,
  prepared,
  type Transaction,
} from '@kla/chassis'
import { AgeChanged, subjects } from '@kla/proto'
import { type Account, findAccount } from '../shared/accounts.js'
import type { AgeVerdict } from './rules.js'

/** Age lock; the higher revision is newer. */
export interface AgeLock {
  readonly accountId: number
  readonly revision: number
  readonly locked: boolean
}

/** What decides about an account's age. */
export interface AgeFacts {
  readonly locked: boolean
  readonly jurisdiction: string
  readonly verdicts: readonly AgeVerdict[]
}

/** Age verdicts and locks in PostgreSQL. */
export interface AgeStore {
  findAccount(id: number): Promise<Account | undefined>
  /** Adds the verdict unless the account is locked; its jurisdiction applies if the account has none. */
  add(accountId: number, verdict: AgeVerdict): Promise<AgeFacts | undefined>
  lock(accountId: number): Promise<void>
  lift(accountId: number, audit: OutboxEvent): Promise<'lifted' | 'not locked' | undefined>
  locksOf(accountIds: readonly number[]): Promise<AgeLock[]>
}

const ADD = prepared(
  'add age verdict',
  `WITH account AS (
  SELECT id, age_locked_at IS NOT NULL AS locked, coalesce(jurisdiction, $3) AS jurisdiction
    FROM accounts WHERE id = $1 FOR UPDATE
), added AS (
  INSERT INTO age_verdicts (account_id, method, jurisdiction) SELECT id, $2, jurisdiction FROM account WHERE NOT locked
  ON CONFLICT (account_id, method, jurisdiction) DO NOTHING
  RETURNING method, jurisdiction
)
SELECT locked, jurisdiction, ARRAY(
         SELECT json_build_object('method', given.method, 'jurisdiction', given.jurisdiction) FROM (
           SELECT method, jurisdiction FROM added
           UNION ALL SELECT method, jurisdiction FROM age_verdicts WHERE account_id = $1
         ) AS given
       ) AS verdicts
  FROM account`,
)
const LOCK = `
UPDATE accounts SET age_locked_at = now(), age_revision = age_revision + 1
WHERE id = $1 AND age_locked_at IS NULL RETURNING age_revision AS revision`
const LIFT = `
UPDATE accounts SET age_locked_at = NULL, age_revision = age_revision + 1
WHERE id = $1 AND age_locked_at IS NOT NULL RETURNING age_revision AS revision`

export const createAgeStore = (database: Database): AgeStore => ({
  findAccount: (id) => findAccount(database, id),
  async add(accountId, { method, jurisdiction }) {
    const { rows } = await database.query<AgeFacts>(ADD([accountId, method, jurisdiction]))
    return rows[0]
  },
  lock: (accountId) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ revision: number }>(LOCK, [accountId])
      await tx.query(`DELETE FROM age_verdicts WHERE account_id = $1 AND method = 'declaration'`, [accountId])
      if (rows[0]) await insertAgeChanged(tx, { accountId, revision: rows[0].revision, locked: true })
    }),
  lift: (accountId, audit) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ revision: number }>(LIFT, [accountId])
      if (!rows[0]) {
        const account = await tx.query('SELECT 1 FROM accounts WHERE id = $1', [accountId])
        return account.rowCount === 0 ? undefined : 'not locked'
      }
      await insertAgeChanged(tx, { accountId, revision: rows[0].revision, locked: false })
      await insertEvent(tx, audit)
      return 'lifted'
    }),
  async locksOf(accountIds) {
    const { rows } = await database.query<{ id: number; revision: number; locked: boolean }>(
      `SELECT id, age_revision AS revision, age_locked_at IS NOT NULL AS locked
       FROM accounts WHERE id = ANY ($1::bigint[]) AND age_revision > 0`,
      [accountIds],
    )
    return rows.map(({ id: accountId, revision, locked }) => ({ accountId, revision, locked }))
  },
})

async function insertAgeChanged(tx: Transaction, lock: AgeLock): Promise<void> {
  const eventId = newId()
  const payload = AgeChanged.encode({ eventId, ...lock }).finish()
  await insertEvent(tx, { subject: subjects.eventAgeChanged, eventId, payload })
}
