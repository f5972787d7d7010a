import { fileURLToPath } from 'node:url'
import { createDatabase, type Database } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'

export interface Tables {
  readonly url: string
  readonly schema: string
  readonly database: Database
  close(): Promise<void>
}

/** A schema of its own on the real PostgreSQL. */
export async function createTables(): Promise<Tables> {
  const { url, schema, drop } = await isolatedSchema(
    fileURLToPath(new URL('../../migrations', import.meta.url)),
    'commerce',
  )
  const database = createDatabase({ url, schema, log: quietLogger() })
  return {
    url,
    schema,
    database,
    async close() {
      await database.end()
      await drop()
    },
  }
}
