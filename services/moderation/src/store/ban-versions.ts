import type { Transaction } from '@kla/chassis'

/**
 * Whoever changes the bans of an account waits here for who does the same, until that transaction ends. Taken before
 * the end of the audit log, always.
 */
export async function lockBans(tx: Transaction, accountId: number): Promise<void> {
  await tx.query('INSERT INTO restriction_versions (account_id) VALUES ($1) ON CONFLICT (account_id) DO NOTHING', [
    accountId,
  ])
  await tx.query('SELECT FROM restriction_versions WHERE account_id = $1 FOR UPDATE', [accountId])
}

/** The bans of an account are no longer what auth was told. */
export async function raiseVersion(tx: Transaction, accountId: number): Promise<void> {
  await tx.query('UPDATE restriction_versions SET version = version + 1 WHERE account_id = $1', [accountId])
}
