import { discreetError } from './discreet-errors.js'
import { EnvironmentError, milliseconds, readEnvironment, text, url } from './env.js'
import { migrate } from './migrate.js'

/**
 * What `migrate.js` of every service does: reads the environment, waits for the server, migrates, and says what it has
 * done. Answers how to reach the tables, for what is left to do. Ends the process with 1 when it fails.
 */
export async function migrateProcess(owner: {
  /** Where the tables are unless the environment says otherwise. */
  readonly schema: string
  readonly directory: string
  readonly say: (line: string) => void
}): Promise<{ readonly url: string; readonly schema: string }> {
  try {
    const environment = readEnvironment({
      MIGRATE_URL: url("PostgreSQL, as the schema's owner"),
      POSTGRES_SCHEMA: text('where the tables are', owner.schema),
      MIGRATE_WAIT_MS: milliseconds('how long to wait for PostgreSQL and for another run', 60_000),
    })
    const { MIGRATE_URL, POSTGRES_SCHEMA: schema, MIGRATE_WAIT_MS: waitMs } = environment
    const ran = await migrate({ url: MIGRATE_URL, schema, directory: owner.directory, waitMs, log: owner.say })
    const done = ran.length === 0 ? 'nothing to do' : `${ran.length} migrations done: ${ran.join(', ')}`
    owner.say(`${schema}: ${done}`)
    return { url: MIGRATE_URL, schema }
  } catch (error) {
    console.error(error instanceof EnvironmentError ? error.message : discreetError(error as Error))
    process.exit(1)
  }
}
