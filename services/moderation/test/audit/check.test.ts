import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createLogger, createRedis, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import {
  type AuditHeads,
  createAuditChain,
  createAuditHeads,
  createMissingGroups,
} from '../../src/audit/chain-store.js'
import { FIRST_SEQ } from '../../src/audit/rules/chain.js'
import { createCheckAudit, createCheckHead } from '../../src/audit/verify.js'
import { anEntry } from '../support/audit-entries.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

interface Line {
  readonly level: number
  readonly msg: string
  readonly chain?: string
  readonly head?: { readonly seq: number; readonly hash: string }
  readonly fault?: object
  readonly groups?: object[]
}

let tables: AuditTables
let redis: Redis
let heads: AuditHeads
let lines: Line[]
let faults: number[]
let checks: number
let check: () => Promise<void>
beforeEach(async () => {
  tables = await createAuditTables()
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  heads = createAuditHeads(redis, `${uniqueName('moderation')}:`)
  lines = []
  faults = []
  checks = 0
  check = aProcess()
})
afterEach(async () => {
  redis.disconnect()
  await tables.close()
})

/** The rounds of one process, which remembers what those of another do not. */
function aProcess(kept = heads): () => Promise<void> {
  const log = createLogger({ service: 'test', destination: { write: (line) => void lines.push(JSON.parse(line)) } })
  const { database, verify } = tables
  return createCheckAudit({
    verify,
    heads: kept,
    log,
    missingGroups: createMissingGroups(database),
    checkHead: createCheckHead({ heads: kept, entries: createAuditChain(database), log }),
    faults: { set: (value) => void faults.push(Number(value)) },
    checks: { inc: () => void checks++ },
  })
}

const errors = () => lines.filter(({ level }) => level >= 50).map(({ chain, fault }) => ({ chain, fault }))

test('createCheckAudit logs the heads of each round and reports a missing head', async () => {
  await tables.append(anEntry(), anEntry(), anEntry(), anEntry({ restricted: true }))
  await check()
  const head = (await tables.verify({ chain: 'open' })).last
  expect(lines[0]).toMatchObject({
    level: 30,
    chain: 'open',
    head: { seq: 3, hash: Buffer.from(head.hash).toString('hex') },
  })
  expect(faults).toEqual([0])
  expect(checks).toBe(1)

  await tables.tamper('DELETE FROM audit_log WHERE seq = 3')
  await check()
  expect(lines.at(-2)).toMatchObject({ level: 50, chain: 'open', fault: { seq: 3, kind: 'missing' } })
  expect(lines.at(-1)).toMatchObject({ level: 30, chain: 'restricted' })

  // Another entry in the place of the one that is gone fits, but is not the one that was there.
  await tables.append(anEntry({ subjectId: 'another' }))
  expect((await tables.verify({ chain: 'open' })).fault).toBeUndefined()
  await check()
  expect(lines.at(-2)).toMatchObject({ level: 50, chain: 'open', fault: { seq: 3, kind: 'altered' } })
  expect(faults).toEqual([0, 1, 1])
})

test('createCheckAudit compares with kept heads right after a restart', async () => {
  await tables.append(anEntry(), anEntry(), anEntry(), anEntry({ restricted: true }), anEntry({ restricted: true }))
  await check()
  await tables.append(anEntry())
  await aProcess()()
  expect(errors()).toEqual([])
  expect((await heads.of('open'))?.seq).toBe(4)

  const last = FIRST_SEQ.restricted + 1
  await tables.tamper('DELETE FROM audit_log WHERE seq IN (3, 4, $1)', [last])
  await aProcess()()
  const missing = [
    { chain: 'open', fault: { seq: 4, kind: 'missing' } },
    { chain: 'restricted', fault: { seq: last, kind: 'missing' } },
  ]
  expect(errors()).toEqual(missing)

  // Written anew and further than it was: what is kept is still the head of the log that was whole.
  await tables.append(anEntry({ subjectId: 'x' }), anEntry(), anEntry(), anEntry({ restricted: true, subjectId: 'x' }))
  await aProcess()()
  const altered = missing.map(({ chain, fault }) => ({ chain, fault: { ...fault, kind: 'altered' } }))
  expect(errors().slice(2)).toEqual(altered)
  expect((await heads.of('open'))?.seq).toBe(4)
  expect(faults).toEqual([0, 0, 1, 1])
})

test('createCheckAudit checks the log without readable heads', async () => {
  await check()
  expect(await heads.of('open')).toBeUndefined()
  expect(await heads.of('restricted')).toBeUndefined()

  await tables.append(anEntry(), anEntry())
  const away = () => Promise.reject(new Error('Redis is away'))
  await aProcess({ of: away, forward: away })()
  expect(faults).toEqual([0, 0])
  await tables.tamper(`UPDATE audit_log SET details = '{}' WHERE seq = 1`)
  await aProcess({ of: away, forward: away })()
  expect(errors()).toEqual([{ chain: 'open', fault: { seq: 1, kind: 'altered' } }])
  expect(faults).toEqual([0, 0, 1])
})

test('createCheckAudit reports a group that is missing from audit_groups', async () => {
  const of = (actor: string, action: string, restricted = false) => anEntry({ actor, action, restricted })
  await tables.append(
    of('ann', 'bans.list'),
    of('ann', 'bans.read'),
    of('bob', 'bans.read'),
    of('ann', 'bans.list', true),
  )
  await check()
  await tables.tamper(`DELETE FROM audit_groups WHERE actor = 'bob' OR restricted`)
  await check()
  const groups = [
    { action: 'bans.list', subjectKind: 'report' },
    { action: 'bans.read', subjectKind: 'report' },
  ]
  expect(lines.at(-1)).toMatchObject({ level: 50, groups })
  expect(faults).toEqual([0, 1])
})
