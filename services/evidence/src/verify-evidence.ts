import { createDatabase, createLogger, readAnchors, readSettings, text, url } from '@kla/chassis'
import { searchPathOf } from './config.js'
import { hex, verifyVault } from './vault/index.js'

const anchors = readAnchors(process.argv.slice(2))
if (!anchors) {
  console.error('usage: verify-evidence [seq:hash of a head that was kept elsewhere] ...')
  process.exit(2)
}
const { postgresUrl, postgresSchema } = readSettings({
  POSTGRES_URL: url('PostgreSQL, as the role of the service'),
  POSTGRES_SCHEMA: text('where the tables are', 'evidence'),
})
const log = createLogger({ service: 'verify-evidence' })
const database = createDatabase({
  url: postgresUrl,
  schema: searchPathOf(postgresSchema),
  log,
  max: 1,
  timeoutMs: 60_000,
})

const { last, checked, fault } = await verifyVault(database)(anchors)
if (fault) {
  const name = fault.id === '' ? '' : ` (${fault.id})`
  console.error(`row ${fault.seq}${name} is ${fault.kind}; ${checked} before it are in order`)
  process.exitCode = 1
} else {
  console.log(`${checked} rows are in order; head ${last.seq}:${hex(last.hash)}`)
}
await database.end()
