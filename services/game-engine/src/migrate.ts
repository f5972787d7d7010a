import { fileURLToPath } from 'node:url'
import { createDatabase, createLogger, migrateProcess } from '@kla/chassis'
import { createStandingsRebuild } from './standings/index.js'

const directory = fileURLToPath(new URL('../migrations', import.meta.url))
const { url, schema } = await migrateProcess({ schema: 'engine', directory, say: (line) => console.log(line) })

const log = createLogger({ service: 'game-engine-migrate' })
const database = createDatabase({ url, schema, log, max: 1 })
const standings = createStandingsRebuild(database)
if (await standings.isMissing()) await standings.rebuild()
await database.end()
