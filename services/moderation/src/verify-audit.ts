import { createDatabase, createLogger, readEnvironment, text, url } from '@kla/chassis'
import { createAuditChain } from './audit/chain-store.js'
import { hashOf } from './audit/log-store.js'
import { type Anchors, CHAINS } from './audit/rules/chain.js'
import { createVerifyChain } from './audit/verify.js'

const HEAD = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/

/** Heads as they are printed, "seq:hash"; nothing when one cannot be read. */
function readAnchors(texts: readonly string[]): Anchors | undefined {
  const anchors = new Map<number, Uint8Array>()
  for (const text of texts) {
    const [, seq, hash] = HEAD.exec(text) ?? []
    if (seq === undefined || hash === undefined) return undefined
    anchors.set(Number(seq), Buffer.from(hash, 'hex'))
  }
  return anchors
}

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
