import { waitAsLong, type Transaction } from '@kla/chassis'

/**
 * Whoever takes from what a player has waits here, so that nobody takes what another one has just taken. It lasts until
 * the transaction ends. Locks are taken in the order payment, order, account.
 */
export const lockAccount = (tx: Transaction, accountId: number): Promise<void> => lock(tx, `account:${accountId}`)

/** Facts that name a payment alone wait for those that say whose it is, and the other way round. */
export const lockPayment = (tx: Transaction, provider: string, paymentId: string): Promise<void> =>
  lock(tx, `payment:${provider}:${paymentId}`)

/** Results of the same two people are counted one after the other. Taken after {@link shareSeasons}. */
export const lockPair = (tx: Transaction, lowId: number, highId: number): Promise<void> => lock(tx, `pair:${lowId}:${highId}`)

/** Whoever counts a result lets others count as well, but nobody change a season meanwhile. */
export const shareSeasons = (tx: Transaction): Promise<void> => awaitSeasons(tx, 'pg_advisory_xact_lock_shared')

/** Whoever changes a season waits for results that are being counted, and those for it. */
export const lockSeasons = (tx: Transaction): Promise<void> => awaitSeasons(tx, 'pg_advisory_xact_lock')

/** Adding up a season's points anew takes longer than any other statement may. Still, nobody waits for ever. */
const SEASONS_WITHIN_MS = 60_000

async function awaitSeasons(tx: Transaction, take: Take): Promise<void> {
  // At one go, since every result comes by here. The timeout is that of each statement by itself.
  waitAsLong(tx, SEASONS_WITHIN_MS)
  await tx.query(
    `SET LOCAL statement_timeout = ${SEASONS_WITHIN_MS};
     SELECT ${take}(hashtextextended(current_schema() || ':pass-seasons', 0));
     SET LOCAL statement_timeout TO DEFAULT`,
  )
  waitAsLong(tx)
}

type Take = 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'

async function lock(tx: Transaction, name: string): Promise<void> {
  // Advisory locks know no schemas. Two names of one hash merely wait for each other.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || $1, 0))", [name])
}
