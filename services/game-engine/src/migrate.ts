import { createDatabase, createLogger, migrate, readEnvironment, text, url } from '@kla/chassis'
import { fileURLToPath } from 'node:url'
import { createStandingsRebuild } from './store/standings-rebuild.js'

const { MIGRATE_URL, POSTGRES_SCHEMA } = readEnvironment({
  MIGRATE_URL: url("PostgreSQL, as the schema's owner"),
  POSTGRES_SCHEMA: text('where the tables are', 'engine'),
})

const directory = fileURLToPath(new URL('../migrations', import.meta.url))
await migrate({ url: MIGRATE_URL, schema: POSTGRES_SCHEMA, directory, log: (message) => console.log(message) })

// What the rules of the standings make of results from before there were standings is not for SQL to say.
const log = createLogger({ service: 'game-engine-migrate' })
const database = createDatabase({ url: MIGRATE_URL, schema: POSTGRES_SCHEMA, log, max: 1 })
const standings = createStandingsRebuild(database)
if (await standings.isMissing()) await standings.rebuild()
await database.end()
