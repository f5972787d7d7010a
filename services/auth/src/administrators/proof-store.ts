import { insertEvent, type OutboxEvent, type Transaction } from '@kla/chassis'

/** Credentials that were checked for an administrator, in force only if its revision is still the same. */
export interface CheckedProof {
  readonly administratorId: number
  readonly revision: number
  readonly totpStep?: number | undefined
  readonly passkey?: PasskeyUse | undefined
  readonly recovery?: RecoveryUse | undefined
}

/** A recovery code to use up, and the audit event of its use. */
export interface RecoveryUse {
  readonly codeHash: Buffer
  readonly audit: OutboxEvent
}

/** What an authenticator said when a passkey was used. */
export interface PasskeyUse {
  readonly id: string
  readonly counter: number
  readonly synced: boolean
}

// Orders concurrent changes of rights, which end sessions.
const STEP_IN = `
UPDATE administrators SET last_seen_at = $3, totp_last_step = coalesce($4::bigint, totp_last_step)
WHERE id = $1 AND revision = $2 AND NOT disabled AND ($4::bigint IS NULL OR totp_last_step < $4::bigint)`

/** Uses up code and counter. False, with nothing used up, if one of them or the account has changed. */
export async function useProof(tx: Transaction, proof: CheckedProof, nowMs: number): Promise<boolean> {
  const { administratorId, revision, totpStep = null, passkey, recovery } = proof
  const { rowCount } = await tx.query(STEP_IN, [administratorId, revision, new Date(nowMs), totpStep])
  if (rowCount === 0) return false
  if (passkey && !(await usePasskey(tx, administratorId, passkey, nowMs))) return false
  if (!recovery) return true
  if (!(await useRecoveryCode(tx, administratorId, recovery.codeHash, nowMs))) return false
  await insertEvent(tx, recovery.audit)
  return true
}

/** False if the passkey is gone, or was used meanwhile with this counter. */
async function usePasskey(
  tx: Transaction,
  administratorId: number,
  { id, counter, synced }: PasskeyUse,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE passkeys SET counter = $3, synced = $4, last_used_at = $5
     WHERE id = $1 AND administrator_id = $2 AND (counter = 0 OR $3 = 0 OR counter < $3)`,
    [id, administratorId, counter, synced, new Date(nowMs)],
  )
  return rowCount === 1
}

/** False if there is no such code, or it was used. */
async function useRecoveryCode(
  tx: Transaction,
  administratorId: number,
  codeHash: Buffer,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE recovery_codes SET used_at = $3 WHERE administrator_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [administratorId, codeHash, new Date(nowMs)],
  )
  return rowCount === 1
}
