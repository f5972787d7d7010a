import { inTransaction, type Database, type Transaction } from '@kla/chassis'

// Statement by statement two changes would lock categories, and GIFs, in different orders; so each takes all categories
// first. It also keeps a GIF from going live while its content is being blocked.
const LOCK_CATEGORIES = 'SELECT FROM categories ORDER BY name FOR NO KEY UPDATE'

/** A change of the rotation: all of it happens or none, one after the other. */
export const changeRotation = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(database, async (tx) => {
    await tx.query(LOCK_CATEGORIES)
    return work(tx)
  })
