import { inTransaction, insertFact, newId, type Database, type OutboxFact } from '@kla/chassis'
import { AgeChanged, subjects } from '@kla/proto'
import type { AgeVerdict } from './rules.js'
import { findAccount, type Account } from '../shared/accounts.js'

/** Whether an account's age verdict is locked. Of two, the one with the higher revision is newer. */
export interface AgeLock {
  readonly accountId: number
  readonly revision: number
  readonly locked: boolean
}

export interface AgeStore {
  findAccount(id: number): Promise<Account | undefined>
  /** Keeps a verdict; one that is held already stays as it was first given. Nothing is kept while the account is locked. */
  add(accountId: number, verdict: AgeVerdict): Promise<void>
  /** Takes back what the player has declared, and locks the account, with the event that tells of it. */
  lock(accountId: number): Promise<void>
  /** Lifts a lock, with the event and the entry for the audit log. Undefined: there is no such account. */
  lift(accountId: number, audit: OutboxFact): Promise<'lifted' | 'not locked' | undefined>
  of(accountId: number): Promise<AgeVerdict[]>
  /** Of those accounts that were ever locked. */
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
      // The row of the account, so that a lock that is being set at the same time is not slipped past.
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
      if (rows[0]) await insertFact(tx, ageFact(newId(), { accountId, revision: rows[0].revision, locked: true }))
    }),
  lift: (accountId, audit) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ revision: number }>(LIFT, [accountId])
      if (!rows[0]) {
        const account = await tx.query('SELECT 1 FROM accounts WHERE id = $1', [accountId])
        return account.rowCount === 0 ? undefined : 'not locked'
      }
      await insertFact(tx, ageFact(newId(), { accountId, revision: rows[0].revision, locked: false }))
      await insertFact(tx, audit)
      return 'lifted'
    }),
  async of(accountId) {
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

/** Tells gateways and rooms that an age verdict was locked or opened. */
const ageFact = (factId: string, lock: AgeLock): OutboxFact => ({
  subject: subjects.factAgeChanged,
  factId,
  payload: AgeChanged.encode({ factId, ...lock }).finish(),
})
