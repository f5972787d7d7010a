import { readdir } from 'node:fs/promises'
import type { Pool } from 'pg'
import { KlaError } from './errors.js'
import type { Health } from './health.js'
import type { Logger } from './logger.js'
import { onceAvailable } from './once-available.js'

const UNDEFINED_TABLE = '42P01'

export interface AwaitSchemaOptions {
  /** A pool whose connections find their tables in the schema in question. */
  readonly database: Pick<Pool, 'query'>
  /** The folder of SQL files that `migrate` applies to the schema. */
  readonly migrations: string
  readonly health: Pick<Health, 'stopped'>
  readonly log: Logger
}

/**
 * Resolves once the newest migration that this build brings has been applied; asks again twice a second until then. Called
 * before a process listens or starts its loops: a pod whose tables are not there yet is alive and not ready, whichever
 * of it and its migrations is started first. Rejects when the process is told to stop, and with faults that time does not heal.
 */
export async function awaitSchema({ database, migrations, health, log }: AwaitSchemaOptions): Promise<void> {
  const newest = await newestMigration(migrations)
  await onceAvailable({ health, log }, async () => {
    if (!(await isApplied(database, newest))) throw new KlaError('UNAVAILABLE', `migration ${newest} has not been applied`)
  })
}

/**
 * The same as a question, for a process that has work to do while PostgreSQL is away: only its readiness waits. Answers whether
 * the newest migration has been applied; rejects when the server does not answer.
 */
export function schemaCheck({ database, migrations }: Pick<AwaitSchemaOptions, 'database' | 'migrations'>): () => Promise<boolean> {
  const newest = newestMigration(migrations)
  // Whoever asks is told; a fault before the first question is nobody's yet.
  newest.catch(() => undefined)
  return async () => isApplied(database, await newest)
}

/** The name under which the last file of a folder of migrations is recorded. Rejects if there is none. */
async function newestMigration(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const last = names.at(-1)
  if (last === undefined) throw new Error(`${directory} has no migrations`)
  return last.slice(0, -'.sql'.length)
}

async function isApplied(database: Pick<Pool, 'query'>, name: string): Promise<boolean> {
  try {
    const { rowCount } = await database.query('SELECT FROM migrations WHERE name = $1', [name])
    return rowCount === 1
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return false
    throw error
  }
}
