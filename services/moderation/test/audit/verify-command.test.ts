import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { FIRST_SEQ } from '../../src/audit/rules/chain.js'
import { anEntry } from '../support/audit-entries.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

const COMMAND = fileURLToPath(new URL('../../dist/verify-audit.js', import.meta.url))

let tables: AuditTables
beforeAll(async () => {
  tables = await createAuditTables()
  const ids = Array.from({ length: 20 }, (_, at) => at)
  await tables.append(...ids.map((id) => anEntry({ subjectId: `${id}`, restricted: id >= 15 })))
})
afterAll(() => tables.close())

const run = (...heads: string[]): Promise<{ code: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, POSTGRES_URL: tables.url, POSTGRES_SCHEMA: tables.schema }
    const child = execFile(process.execPath, [COMMAND, ...heads], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

test('verify-audit prints length and head of each chain, an altered row, and a missing head', async () => {
  const whole = await run()
  expect(whole).toMatchObject({ code: 0, error: '' })
  const heads = [...whole.out.matchAll(/head (\d+:[0-9a-f]{64})/g)].map(([, head]) => head ?? '')
  expect(whole.out).toContain('open: 15 entries are in order; head 15:')
  expect(whole.out).toContain(`restricted: 5 entries are in order; head ${FIRST_SEQ.restricted + 4}:`)
  expect(await run(...heads)).toMatchObject({ code: 0, error: '' })

  await tables.tamper(`UPDATE audit_log SET details = '{}' WHERE seq = 9`)
  expect(await run()).toMatchObject({ code: 1, error: 'open: entry 9 is altered; 8 before it are in order\n' })
  await tables.tamper(`UPDATE audit_log SET details = (SELECT details FROM audit_log WHERE seq = 8) WHERE seq = 9`)

  await tables.tamper('DELETE FROM audit_log WHERE seq = 15')
  expect(await run()).toMatchObject({ code: 0 })
  const cutOff = 'open: entry 15 is missing; 14 before it are in order\n'
  expect(await run(...heads)).toMatchObject({ code: 1, error: cutOff })
})

test('verify-audit rejects a malformed head', async () => {
  expect(await run('15:abc')).toMatchObject({ code: 2, out: '' })
})
