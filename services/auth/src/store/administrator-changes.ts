import { inTransaction, insertFact, type Database, type OutboxFact } from '@kla/chassis'
import type { ChangedAdministrator } from '../domain/administrator-change.js'
import { endSessionsOf } from './administrator-session-store.js'
import { ADMINISTRATOR_COLUMNS, administratorOf, type AdministratorRecord, type AdministratorRow } from './administrator-store.js'

/** What to make of an administrator, whose new password, if any, is hashed already. */
export interface DecidedChange extends ChangedAdministrator {
  readonly passwordHash?: string | undefined
  readonly audit: OutboxFact
}

/** Who is not disabled and matters to a change of somebody. */
export interface Standing {
  /** Owners but for the person itself. */
  readonly otherOwners: number
  /** Ids of those with child safety. */
  readonly holders: readonly number[]
}

export interface AdministratorChanges {
  /**
   * Changes somebody as `decide` says, with the audit entry, and ends sessions where that is part of it. Nobody who is
   * owner or has child safety stops being so while it decides. Answers the person as it is then, or the refusal.
   */
  change<R>(
    id: number,
    decide: (before: AdministratorRecord, standing: Standing) => DecidedChange | { readonly refused: R },
  ): Promise<AdministratorRecord | { readonly refused: R } | undefined>
}

// Always in the order of ids, so that two changes at once wait for each other and never in a circle.
const LOCK = `
SELECT ${ADMINISTRATOR_COLUMNS} FROM administrators
WHERE id = $1::bigint OR (role = 'owner' AND NOT disabled) OR (child_safety AND NOT disabled) ORDER BY id FOR UPDATE`

const CHANGE = `
UPDATE administrators SET
  role = $2, child_safety = $3, disabled = $4, revision = revision + 1,
  password_hash = coalesce($5, password_hash), password_given = password_given AND $5::text IS NULL,
  totp_secret = CASE WHEN $6 THEN NULL ELSE totp_secret END
WHERE id = $1 RETURNING ${ADMINISTRATOR_COLUMNS}`

export const createAdministratorChanges = (database: Database): AdministratorChanges => ({
  change: (id, decide) =>
    inTransaction(database, async (tx) => {
      const locked = (await tx.query<AdministratorRow>(LOCK, [id])).rows.map(administratorOf)
      const before = locked.find((administrator) => administrator.id === id)
      if (!before) return undefined
      const otherOwners = locked.filter((one) => one.id !== id && one.role === 'owner' && !one.disabled).length
      const holders = locked.filter((one) => one.childSafety && !one.disabled).map((one) => one.id)
      const decided = decide(before, { otherOwners, holders })
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
