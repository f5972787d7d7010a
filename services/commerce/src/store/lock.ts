import type { Transaction } from '@kla/chassis'

/**
 * Whoever takes from what a player has waits here, so that nobody takes what another one has just taken. It lasts until
 * the transaction ends. Locks are taken in the order payment, order, account.
 */
export const lockAccount = (tx: Transaction, accountId: number): Promise<void> => lock(tx, `account:${accountId}`)

/** Facts that name a payment alone wait for those that say whose it is, and the other way round. */
export const lockPayment = (tx: Transaction, provider: string, paymentId: string): Promise<void> =>
  lock(tx, `payment:${provider}:${paymentId}`)

async function lock(tx: Transaction, name: string): Promise<void> {
  // Advisory locks know no schemas. Two names of one hash merely wait for each other.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || $1, 0))`, [name])
}
