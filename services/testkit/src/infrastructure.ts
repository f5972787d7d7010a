import { createLogger, migrate, type Logger } from '@kla/chassis'
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Where this run's real PostgreSQL, Redis and NATS are. The test command starts them and sets these variables; those that
 * end in a number are for one of several workers of Jest.
 */
export interface Infrastructure {
  /** As a superuser. */
  readonly postgresUrl: string
  readonly redisUrl: string
  readonly natsUrl: string
}

export function infrastructure(): Infrastructure {
  const worker = process.env['JEST_WORKER_ID'] ?? '1'
  const { POSTGRES_URL, REDIS_URL, NATS_URL } = process.env
  if (!POSTGRES_URL || !REDIS_URL || !NATS_URL) {
    throw new Error('POSTGRES_URL, REDIS_URL and NATS_URL are not set: run the tests with npm test')
  }
  return {
    postgresUrl: POSTGRES_URL,
    redisUrl: process.env[`REDIS_URL_${worker}`] ?? REDIS_URL,
    natsUrl: process.env[`NATS_URL_${worker}`] ?? NATS_URL,
  }
}

/** A name that no other suite uses: for a schema, a key prefix or a durable consumer. */
export const uniqueName = (stem: string): string => `${stem}_${randomBytes(5).toString('hex')}`

/** A schema of its own, migrated from `directory`, and the address to use it with. Call `drop` at the end. */
export async function isolatedSchema(
  directory: string,
  stem = 'test',
): Promise<{ url: string; schema: string; drop(): Promise<void> }> {
  const { postgresUrl } = infrastructure()
  const schema = uniqueName(stem)
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`CREATE SCHEMA ${schema}`)
  await migrate({ url: postgresUrl, schema, directory })
  return { url: postgresUrl, schema, drop: () => run(`DROP SCHEMA ${schema} CASCADE`) }
}

/** A logger that says nothing below errors. */
export const quietLogger = (): Logger => createLogger({ service: 'test', level: 'fatal' })
