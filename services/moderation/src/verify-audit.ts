import { createDatabase, createLogger, hashOf, readAnchors, readSettings, text, url } from '@kla/chassis'
import { CHAINS, createAuditChain, createVerifyChain } from './audit/index.js'

const anchors = readAnchors(process.argv.slice(2))
if (!anchors) {
  console.error('usage: verify-audit [seq:hash of a head that was kept elsewhere] ...')
  process.exit(2)
}
const { postgresUrl, postgresSchema } = readSettings({
  POSTGRES_URL: url('PostgreSQL, as a role that may read the audit log'),
  POSTGRES_SCHEMA: text('where the tables are', 'moderation'),
})
const log = createLogger({ service: 'verify-audit' })
const database = createDatabase({ url: postgresUrl, schema: postgresSchema, log, max: 1, timeoutMs: 60_000 })
const verify = createVerifyChain(createAuditChain(database), hashOf)

for (const chain of CHAINS) {
  const { last, checked, fault } = await verify({ chain, anchors })
  if (fault) {
    console.error(`${chain}: entry ${fault.seq} is ${fault.kind}; ${checked} before it are in order`)
    process.exitCode = 1
  } else {
    console.log(`${chain}: ${checked} entries are in order; head ${last.seq}:${Buffer.from(last.hash).toString('hex')}`)
  }
}
await database.end()
