import { migrate, readEnvironment, text, url } from '@kla/chassis'
import { fileURLToPath } from 'node:url'

const { MIGRATE_URL, POSTGRES_SCHEMA } = readEnvironment({
  MIGRATE_URL: url("PostgreSQL, as the schema's owner"),
  POSTGRES_SCHEMA: text('where the tables are', 'rooms'),
})

const directory = fileURLToPath(new URL('../migrations', import.meta.url))
await migrate({ url: MIGRATE_URL, schema: POSTGRES_SCHEMA, directory, log: (message) => console.log(message) })
