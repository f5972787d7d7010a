import {
  type Approval,
  approvals,
  type ApprovalTerms,
  type Database,
  insertEvent,
  inTransaction,
  isStored,
  type OutboxEvent,
  type Transaction,
} from '@kla/chassis'
import { secondPersonRefusal } from '@kla/proto/web'
import { removeAllPasskeys } from './passkey-store.js'
import {
  type Approvers,
  type ChangedAdministrator,
  gainsTrust,
  givesCredentials,
  mayApprove,
} from './rules/administrator.js'
import { independenceOf } from './rules/independence.js'
import { endSessionsOf } from './session-store.js'
import {
  addCredentialGrant,
  ADMINISTRATOR_COLUMNS,
  administratorOf,
  type AdministratorRecord,
  type AdministratorRow,
  type AdministratorStore,
  approversOf,
  insertAdministrator,
  lockApprovers,
  type NewAdministrator,
} from './store.js'

interface DecidedChange extends ChangedAdministrator {
  readonly passwordHash?: string | undefined
  readonly audit: OutboxEvent
}

/** Administrator who makes the change, and its time in Unix milliseconds. */
export interface Changer {
  readonly id: number
  readonly nowMs: number
}

interface ChangeContext extends Approvers {
  /** Consumes the changer's approval; undefined if its approver no longer counts. */
  useApproval(terms: ApprovalTerms): Promise<Approval | undefined>
}

/** Changes to administrators, stored with their audit entries. */
export interface AdministratorChanges {
  /**
   * Stores what `decide` returns. Owners and child-safety holders are locked meanwhile. Returns the administrator if the
   * event `changeId` is stored already.
   */
  change<R>(
    id: number,
    by: Changer & { readonly changeId: string },
    decide: (
      before: AdministratorRecord,
      context: ChangeContext,
    ) => Promise<DecidedChange | { readonly refused: R }> | DecidedChange | { readonly refused: R },
  ): Promise<AdministratorRecord | { readonly refused: R } | undefined>
  create(
    given: NewAdministrator,
    by: Changer,
    creating: {
      readonly terms: ApprovalTerms | undefined
      readonly audit: (id: number, approval: Approval | undefined) => OutboxEvent
    },
  ): Promise<AdministratorRecord | 'second-person-required' | undefined>
}

const CHANGE = `
UPDATE administrators SET
  role = $2, child_safety = $3, disabled = $4, revision = revision + 1,
  password_hash = coalesce($5, password_hash), password_given = password_given AND $5::text IS NULL,
  password_must_change = password_must_change OR $5::text IS NOT NULL,
  totp_secret = CASE WHEN $6 THEN NULL ELSE totp_secret END,
  given_at = coalesce($7, given_at), player_id = $8
WHERE id = $1 RETURNING ${ADMINISTRATOR_COLUMNS}`

export const createAdministratorChanges = (
  database: Database,
  { credentialGrants, list }: Pick<AdministratorStore, 'credentialGrants' | 'list'>,
): AdministratorChanges => {
  async function useApproval(
    tx: Transaction,
    by: Changer,
    terms: ApprovalTerms,
    subjectId: number,
    approvers: Approvers,
  ) {
    const known = await credentialGrants(tx)
    const people = new Map((await list(tx)).map((one) => [one.id, independenceOf(one, known)]))
    return approvals.use(tx, terms, by, ({ approvedById, askedIndependence }) => {
      const independence = people.get(approvedById)
      const requester = { id: by.id, independence: people.get(by.id) ?? askedIndependence }
      return (
        independence !== undefined &&
        mayApprove(approvedById, subjectId, approvers) &&
        secondPersonRefusal(requester, { id: approvedById, independence }, by.nowMs) === undefined
      )
    })
  }

  return {
    change: (id, by, decide) =>
      inTransaction(database, async (tx) => {
        const locked = await lockApprovers(tx, id)
        const before = locked.find((administrator) => administrator.id === id)
        if (!before) return undefined
        if (await isStored(tx, by.changeId)) return before
        const approvers = approversOf(locked)
        const decided = await decide(before, {
          ...approvers,
          useApproval: (terms) => useApproval(tx, by, terms, id, approvers),
        })
        if ('refused' in decided) return decided
        if (Object.keys(decided.changes).length === 0) return before

        const { role, childSafety, disabled, playerId, passwordHash = null, totpReset, passkeysReset } = decided
        const credentials = givesCredentials(decided)
        const givenAt = credentials || gainsTrust(before, decided) ? new Date(by.nowMs) : null
        const values = [id, role, childSafety, disabled, passwordHash, totpReset, givenAt, playerId ?? null]
        if (passkeysReset) await removeAllPasskeys(tx, id)
        const { rows } = await tx.query<AdministratorRow>(CHANGE, values)
        if (passwordHash !== null)
          await tx.query('UPDATE administrator_makers SET in_force = false WHERE administrator_id = $1', [id])
        if (credentials) await addCredentialGrant(tx, id, by)
        if (decided.endsSessions) await endSessionsOf(tx, id)
        await insertEvent(tx, decided.audit)
        return administratorOf(rows[0]!)
      }),

    create: (given, by, { terms, audit }) =>
      inTransaction(database, async (tx) => {
        const approvers = approversOf(await lockApprovers(tx))
        const approval = terms && (await useApproval(tx, by, terms, NO_SUBJECT, approvers))
        if (terms && !approval) return 'second-person-required'
        return insertAdministrator(tx, given, (id) => audit(id, approval), by)
      }),
  }
}

const NO_SUBJECT = 0

/** Changes that administrators make to their own credentials. */
export interface AdministratorCredentials {
  /** Ends the other sessions. False if the administrator has changed since `revision`. */
  setPassword(change: {
    id: number
    revision: number
    passwordHash: string
    given: boolean
    keptSession?: string
    audit: OutboxEvent
  }): Promise<boolean>
  setPendingTotp(id: number, sealed: Buffer): Promise<boolean>
  /** Ends the other sessions; false if the secret is no longer pending. */
  confirmTotp(change: {
    id: number
    sealed: Buffer
    step: number
    keptSession: string
    audit: OutboxEvent
  }): Promise<boolean>
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
