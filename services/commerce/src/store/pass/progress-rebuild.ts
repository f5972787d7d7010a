import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import type { Mistake, Season } from '../../domain/pass/index.js'
import { lockSeasons } from '../lock.js'
import { findMistakes, putRight } from './progress.js'
import { selectSeasons } from './season-rows.js'

/** The progress of all published seasons as it follows from results, beside what is kept. */
export interface ProgressRebuild {
  /** What is kept and is not as it follows. Looks at one moment, and keeps nobody waiting. */
  check(): Promise<readonly Mistake[]>
  /** Puts that right, in one transaction. Until it ends results wait; everybody reads what was. */
  rebuild(): Promise<readonly Mistake[]>
}

export function createProgressRebuild(database: Database): ProgressRebuild {
  return {
    check: () =>
      inTransaction(database, async (tx) => {
        await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
        return ofEverySeason(tx, findMistakes)
      }),

    rebuild: () =>
      inTransaction(database, async (tx) => {
        await lockSeasons(tx)
        return ofEverySeason(tx, async (tx, season) => {
          const mistakes = await findMistakes(tx, season)
          await putRight(tx, season, mistakes)
          return mistakes
        })
      }),
  }
}

async function ofEverySeason(
  tx: Transaction,
  look: (tx: Transaction, season: Season) => Promise<readonly Mistake[]>,
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = []
  for (const season of await selectSeasons(tx, 'WHERE published ORDER BY starts_at')) {
    for (const mistake of await look(tx, season)) mistakes.push(mistake)
  }
  return mistakes
}
