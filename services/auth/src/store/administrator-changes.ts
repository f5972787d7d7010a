import { approvals, inTransaction, insertFact, type Approval, type ApprovalActor, type ApprovalTerms } from '@kla/chassis'
import type { Database, OutboxFact } from '@kla/chassis'
import type { ChangedAdministrator } from '../domain/administrator-change.js'
import { mayApprove, type Keepers } from '../domain/child-safety.js'
import { endSessionsOf } from './administrator-session-store.js'
import {
  ADMINISTRATOR_COLUMNS,
  administratorOf,
  keepersOf,
  lockKeepers,
  type AdministratorRecord,
  type AdministratorRow,
} from './administrator-store.js'

/** What to make of an administrator, whose new password, if any, is hashed already. */
export interface DecidedChange extends ChangedAdministrator {
  readonly passwordHash?: string | undefined
  readonly audit: OutboxFact
}

/** Who is not disabled and matters to a change of somebody. */
export interface Standing extends Keepers {
  /** Uses up what a second person has approved, who still may; nothing if there is no such approval. */
  useApproval(terms: ApprovalTerms, by: Pick<ApprovalActor, 'id' | 'nowMs'>): Promise<Approval | undefined>
}

export interface AdministratorChanges {
  /**
   * Changes somebody as `decide` says, with the audit entry, and ends sessions where that is part of it. Nobody who is
   * owner or has child safety stops being so while it decides. Answers the person as it is then, or the refusal.
   */
  change<R>(
    id: number,
    decide: (
      before: AdministratorRecord,
      standing: Standing,
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
      await insertFact(tx, decided.audit)
      return administratorOf(rows[0]!)
    }),
})
