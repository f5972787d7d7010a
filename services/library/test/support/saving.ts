import { createDatabase, createMetrics, type Database } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { createSavedAttemptStore, createSavedSettlementStore } from '../../src/saved/attempt-store.js'
import type { ItemHolds } from '../../src/saved/commerce-client.js'
import { createSaveSweep } from '../../src/saved/index.js'
import {
  createSaveSaga,
  createSavingMetrics,
  createSettler,
  type SaveSaga,
  type Settler,
} from '../../src/saved/saga.js'
import { createSavedGifStore, type SavedGifStore } from '../../src/saved/store.js'

export const ABANDONED_AFTER_MS = 60_000

/** One pod, as far as saving goes. */
export interface Pod {
  readonly save: SaveSaga
  readonly sweep: () => Promise<void>
  readonly settler: Settler
  readonly library: SavedGifStore
  readonly metrics: ReturnType<typeof createSavingMetrics>
}

/** What a pod reaches the outside through; a test may put something in between. */
export type Between = <T extends object>(part: T) => T

export function createPod(database: Database, items: ItemHolds, between: Between = (part) => part): Pod {
  const log = quietLogger()
  const metrics = createSavingMetrics(createMetrics('test'))
  const attempts = between(createSavedAttemptStore(database))
  const settlements = between(createSavedSettlementStore(database))
  const reached = between(items)
  const settler = createSettler({ items: reached, settlements, metrics, log })
  const abandonedAfterMs = ABANDONED_AFTER_MS
  return {
    save: createSaveSaga({ attempts, items: reached, settler, metrics, log, abandonedAfterMs }),
    sweep: createSaveSweep({ settlements, settler, metrics, abandonedAfterMs }),
    settler,
    library: createSavedGifStore(database),
    metrics,
  }
}

export interface SavingDatabase {
  readonly database: Database
  /** For everything that is not over, the waiting is. */
  letTimePass(): Promise<void>
  close(): Promise<void>
}

export async function openSavingDatabase(): Promise<SavingDatabase> {
  const { url, schema, drop } = await isolatedSchema(new URL('../../migrations', import.meta.url).pathname, 'library')
  const database = createDatabase({ url, schema, log: quietLogger() })
  return {
    database,
    async letTimePass() {
      await database.query(`
        UPDATE saved_gifs SET created_at = created_at - interval '1 hour', settle_at = settle_at - interval '1 hour'
        WHERE settled_at IS NULL`)
    },
    async close() {
      await database.end()
      await drop()
    },
  }
}
