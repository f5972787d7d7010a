import { type Database, insertEvent, inTransaction, newId, type OutboxEvent, type Transaction } from '@kla/chassis'
import { AgeChanged, subjects } from '@kla/proto'
import { type Account, findAccount } from '../shared/accounts.js'
import type { AgeVerdict } from './rules.js'

/** Age lock; the higher revision is newer. */
export interface AgeLock {
  readonly accountId: number
  readonly revision: number
  readonly locked: boolean
}

/** Age verdicts and locks in PostgreSQL. */
export interface AgeStore {
  findAccount(id: number): Promise<Account | undefined>
  add(accountId: number, verdict: AgeVerdict): Promise<void>
  lock(accountId: number): Promise<void>
  lift(accountId: number, audit: OutboxEvent): Promise<'lifted' | 'not locked' | undefined>
  verdictsOf(accountId: number): Promise<AgeVerdict[]>
  locksOf(accountIds: readonly number[]): Promise<AgeLock[]>
}

const LOCK = `
UPDATE accounts SET age_locked_at = now(), age_revision = age_revision + 1
WHERE id = $1 AND age_locked_at IS NULL RETURNING age_revision AS revision`
const LIFT = `
UPDATE accounts SET age_locked_at = NULL, age_revision = age_revision + 1
WHERE id = $1 AND age_locked_at IS NOT NULL RETURNING age_revision AS revision`

export const createAgeStore = (database: Database): AgeStore => ({
  findAccount: (id) => findAccount(database, id),
  add: (accountId, { method, jurisdiction }) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query('SELECT 1 FROM accounts WHERE id = $1 AND age_locked_at IS NULL FOR UPDATE', [
        accountId,
      ])
      if (rows.length === 0) return
      await tx.query(
        `INSERT INTO age_verdicts (account_id, method, jurisdiction) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, method, jurisdiction) DO NOTHING`,
        [accountId, method, jurisdiction],
      )
    }),
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
  async verdictsOf(accountId) {
    const { rows } = await database.query<AgeVerdict>(
      'SELECT method, jurisdiction FROM age_verdicts WHERE account_id = $1',
      [accountId],
    )
    return rows
  },
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
