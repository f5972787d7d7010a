import { createDatabase, createLogger, readEnvironment, text, url } from '@kla/chassis'
import { createVerifyChain } from './audit/verify-chain.js'
import { readAnchors } from './audit/read-anchors.js'
import { CHAINS } from './domain/audit/chain.js'
import { createAuditChain } from './store/audit-chain.js'
import { hashOf } from './store/audit-hash.js'

const anchors = readAnchors(process.argv.slice(2))
if (!anchors) {
  console.error('usage: verify-audit [seq:hash of a head that was kept elsewhere] ...')
  process.exit(2)
}
const { POSTGRES_URL, POSTGRES_SCHEMA } = readEnvironment({
  POSTGRES_URL: url('PostgreSQL, as somebody who may read the audit log'),
  POSTGRES_SCHEMA: text('where the tables are', 'moderation'),
})
const log = createLogger({ service: 'verify-audit' })
const database = createDatabase({ url: POSTGRES_URL, schema: POSTGRES_SCHEMA, log, max: 1, timeoutMs: 60_000 })
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
