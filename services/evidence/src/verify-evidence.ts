import { createDatabase, createLogger, readSettings, text, url } from '@kla/chassis'
import { searchPathOf } from './config.js'
import { type Anchors, hex, verifyVault } from './vault/index.js'

const HEAD = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/

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

function readAnchors(texts: readonly string[]): Anchors | undefined {
  const found = new Map<number, Uint8Array>()
  for (const given of texts) {
    const [, seq, hash] = HEAD.exec(given) ?? []
    if (seq === undefined || hash === undefined) return undefined
    found.set(Number(seq), Buffer.from(hash, 'hex'))
  }
  return found
}
