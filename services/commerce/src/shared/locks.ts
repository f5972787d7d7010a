import { setClientTimeout, type Transaction } from '@kla/chassis'

/** Serialises spending by a player. Locks are taken in the order payment, order, account. */
export const lockAccount = (tx: Transaction, accountId: number): Promise<void> => lock(tx, `account:${accountId}`)

export const lockPayment = (tx: Transaction, provider: string, paymentId: string): Promise<void> =>
  lock(tx, `payment:${provider}:${paymentId}`)

/** Taken after {@link shareSeasons}. */
export const lockPair = (tx: Transaction, lowId: number, highId: number): Promise<void> => lock(tx, `pair:${lowId}:${highId}`)

/** Held while a result is counted: other results may be, seasons may not change. */
export const shareSeasons = (tx: Transaction): Promise<void> => awaitSeasons(tx, 'pg_advisory_xact_lock_shared')

export const lockSeasons = (tx: Transaction): Promise<void> => awaitSeasons(tx, 'pg_advisory_xact_lock')

/** Recounting a season takes longer than any other statement may. */
const SEASONS_WITHIN_MS = 60_000

async function awaitSeasons(tx: Transaction, take: Take): Promise<void> {
  // One round trip, since every result passes here. The timeout applies per statement.
  setClientTimeout(tx, SEASONS_WITHIN_MS)
  await tx.query(
    `SET LOCAL statement_timeout = ${SEASONS_WITHIN_MS};
     SELECT ${take}(hashtextextended(current_schema() || ':pass-seasons', 0));
     SET LOCAL statement_timeout TO DEFAULT`,
  )
  setClientTimeout(tx)
}

type Take = 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'

async function lock(tx: Transaction, name: string): Promise<void> {
  // Advisory locks are global, hence the schema; a hash collision only waits.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || $1, 0))", [name])
}
