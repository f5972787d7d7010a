import { fileURLToPath } from 'node:url'
import {
  awaitSchema,
  createDatabase,
  createLogger,
  milliseconds,
  readSettings,
  retryUntilAvailable,
  text,
  url,
} from '@kla/chassis'
import { createRotationStore, fetchManifest, readManifest } from './rotation/index.js'

const [manifest] = process.argv.slice(2)
if (manifest === undefined) throw new Error('usage: node dist/seed.js <file or address of a manifest>')

const env = readSettings({
  POSTGRES_URL: url('PostgreSQL, as the role of this service'),
  POSTGRES_SCHEMA: text('where the tables are', 'library'),
  SEED_WAIT_MS: milliseconds('how long to wait for the tables and for the manifest', 600_000),
})
const log = createLogger({ service: 'library-seed' })
const database = createDatabase({ url: env.postgresUrl, schema: env.postgresSchema, log, max: 1 })
const giveUpAt = performance.now() + env.seedWaitMs
const health = { stopped: () => performance.now() > giveUpAt }

// Both may be starting; restarts would wait longer.
await awaitSchema({ database, migrations: fileURLToPath(new URL('../migrations', import.meta.url)), health, log })
const gifs = readManifest(await retryUntilAvailable({ health, log }, () => fetchManifest(manifest)))
const added = await createRotationStore(database).add(gifs)
await database.end()
log.info({ added, known: gifs.length - added }, 'GIFs are in rotation')
