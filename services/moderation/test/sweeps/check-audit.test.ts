import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createLogger } from '@kla/chassis'
import { createCheckAudit } from '../../src/sweeps/check-audit.js'
import { anEntry } from '../support/audit-entries.js'
import { createAuditTables, type AuditTables } from '../support/audit-tables.js'

let tables: AuditTables
let lines: { level: number; msg: string; chain?: string; head?: { seq: number; hash: string }; fault?: object }[]
let faults: number[]
let check: () => Promise<void>
beforeEach(async () => {
  tables = await createAuditTables()
  lines = []
  faults = []
  const log = createLogger({ service: 'test', destination: { write: (line) => void lines.push(JSON.parse(line)) } })
  check = createCheckAudit({ verify: tables.verify, faults: { set: (value) => void faults.push(Number(value)) }, log })
})
afterEach(() => tables.close())

test('each round leaves the heads in the log, and says when what was a head is gone', async () => {
  await tables.append(anEntry(), anEntry(), anEntry(), anEntry({ restricted: true }))
  await check()
  const head = (await tables.verify({ chain: 'open' })).last
  expect(lines[0]).toMatchObject({
    level: 30,
    chain: 'open',
    head: { seq: 3, hash: Buffer.from(head.hash).toString('hex') },
  })
  expect(faults).toEqual([0])

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
