import {
  type ApprovalActor, type Approval, approvals, type ApprovalTerms, type Database, insertEvent, inTransaction, type OutboxEvent,
} from '@kla/chassis'
import { type ChangedAdministrator, type Keepers, mayApprove } from './rules/administrator.js'
import { endSessionsOf } from './session-store.js'
import {
  ADMINISTRATOR_COLUMNS, administratorOf, type AdministratorRecord, type AdministratorRow, keepersOf, lockKeepers,
} from './store.js'

interface DecidedChange extends ChangedAdministrator {
  readonly passwordHash?: string | undefined
  readonly audit: OutboxEvent
}

/** Administrators in force who count for the change. */
interface ChangeContext extends Keepers {
  /** Consumes an approval whose approver still may; undefined without one. */
  useApproval(terms: ApprovalTerms, by: Pick<ApprovalActor, 'id' | 'nowMs'>): Promise<Approval | undefined>
}

export interface AdministratorChanges {
  /** Applies `decide`, with the audit entry. Owners and child-safety holders stay locked meanwhile. */
  change<R>(
    id: number,
    decide: (
      before: AdministratorRecord,
      context: ChangeContext,
    ) => Promise<DecidedChange | { readonly refused: R }> | DecidedChange | { readonly refused: R },
  ): Promise<AdministratorRecord | { readonly refused: R } | undefined>
}

const CHANGE = `
UPDATE administrators SET
  role = $2, child_safety = $3, disabled = $4, revision = revision + 1,
  password_hash = coalesce($5, password_hash), password_given = password_given AND $5::text IS NULL,
  password_must_change = password_must_change OR $5::text IS NOT NULL,
  totp_secret = CASE WHEN $6 THEN NULL ELSE totp_secret END
WHERE id = $1 RETURNING ${ADMINISTRATOR_COLUMNS}`

export const createAdministratorChanges = (database: Database): AdministratorChanges => ({
  change: (id, decide) =>
    inTransaction(database, async (tx) => {
      const locked = await lockKeepers(tx, id)
      const before = locked.find((administrator) => administrator.id === id)
      if (!before) return undefined
      const keepers = keepersOf(locked)
      const decided = await decide(before, {
        ...keepers,
        useApproval: (terms, by) =>
          approvals.use(tx, terms, by, ({ approvedById }) => mayApprove(approvedById, id, keepers)),
      })
      if ('refused' in decided) return decided
      if (Object.keys(decided.changes).length === 0) return before

      const { role, childSafety, disabled, passwordHash = null, totpReset } = decided
      const values = [id, role, childSafety, disabled, passwordHash, totpReset]
      const { rows } = await tx.query<AdministratorRow>(CHANGE, values)
      if (decided.endsSessions) await endSessionsOf(tx, id)
      await insertEvent(tx, decided.audit)
      return administratorOf(rows[0]!)
    }),
})

export interface AdministratorCredentials {
  /** Also ends the other sessions. False, and no change, if the administrator changed since `revision`. */
  setPassword(change: {
    id: number
    revision: number
    passwordHash: string
    given: boolean
    keptSession?: string
    audit: OutboxEvent
  }): Promise<boolean>
  /** Stores a secret to be confirmed; false if one is in force. */
  setPendingTotp(id: number, sealed: Buffer): Promise<boolean>
  /** Ends the other sessions; false if the secret is no longer pending. */
  confirmTotp(change: { id: number; sealed: Buffer; step: number; keptSession: string; audit: OutboxEvent }): Promise<boolean>
}

export const createAdministratorCredentials = (database: Database): AdministratorCredentials => ({
  setPassword: ({ id, revision, passwordHash, given, keptSession, audit }) =>
    inTransaction(database, async (tx) => {
      const { rowCount } = await tx.query(
        `UPDATE administrators SET password_hash = $3, password_given = $4, password_must_change = false, revision = revision + 1
         WHERE id = $1 AND revision = $2`,
        [id, revision, passwordHash, given],
      )
      if (rowCount === 0) return false
      await endSessionsOf(tx, id, keptSession)
      await insertEvent(tx, audit)
      return true
    }),

  async setPendingTotp(id, sealed) {
    const { rowCount } = await database.query(
      'UPDATE administrators SET totp_pending = $2 WHERE id = $1::bigint AND totp_secret IS NULL',
      [id, sealed],
    )
    return rowCount === 1
  },

  confirmTotp: ({ id, sealed, step, keptSession, audit }) =>
    inTransaction(database, async (tx) => {
      const { rowCount } = await tx.query(
        `UPDATE administrators
         SET totp_secret = totp_pending, totp_pending = NULL, totp_last_step = $3, revision = revision + 1
         WHERE id = $1 AND totp_pending = $2 AND totp_secret IS NULL AND totp_last_step < $3`,
        [id, sealed, step],
      )
      if (rowCount === 0) return false
      await endSessionsOf(tx, id, keptSession)
      await insertEvent(tx, audit)
      return true
    }),
})
