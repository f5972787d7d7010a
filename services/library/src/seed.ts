import { createDatabase, createLogger, readEnvironment, text, url } from '@kla/chassis'
import { fetchManifest } from './seeding/fetch-manifest.js'
import { readManifest } from './seeding/read-manifest.js'
import { createRotationStore } from './store/rotation-store.js'

const [manifest] = process.argv.slice(2)
if (manifest === undefined) throw new Error('usage: node dist/seed.js <file or address of a manifest>')

const env = readEnvironment({
  POSTGRES_URL: url('PostgreSQL, as the role of this service'),
  POSTGRES_SCHEMA: text('where the tables are', 'library'),
})
const log = createLogger({ service: 'library-seed' })
const database = createDatabase({ url: env.POSTGRES_URL, schema: env.POSTGRES_SCHEMA, log, max: 1 })
const gifs = readManifest(await fetchManifest(manifest))
const added = await createRotationStore(database).add(gifs)
await database.end()
log.info({ added, known: gifs.length - added }, 'GIFs are in rotation')
