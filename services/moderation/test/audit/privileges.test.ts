import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, inTransaction, migrate } from '@kla/chassis'
import { provision, unprovision } from '@kla/local'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { appendAudit } from '../../src/audit/log-store.js'
import { anEntry } from '../support/audit-entries.js'
import { MIGRATIONS } from '../support/audit-tables.js'

const schema = 'moderation'
const name = uniqueName('kla_audit')
let service: Database
let owner: Database

// Roles as an installation has them, which by default may do everything with the rows of every table.
beforeAll(async () => {
  const adminUrl = infrastructure().postgresUrl
  const { moderation } = await provision({ adminUrl, database: name, passwordOf: (role) => role })
  await migrate({ url: moderation.ownerUrl, schema, directory: MIGRATIONS })
  service = createDatabase({ url: moderation.appUrl, schema, log: quietLogger() })
  owner = createDatabase({ url: moderation.ownerUrl, schema, log: quietLogger() })
  await inTransaction(service, (tx) => appendAudit(tx, [anEntry(), anEntry({ restricted: true })]))
})
afterAll(async () => {
  await Promise.all([service.end(), owner.end()])
  await unprovision(infrastructure().postgresUrl, name)
})

const CHANGES = {
  audit_log: [`UPDATE audit_log SET actor = 'nobody'`, 'DELETE FROM audit_log', 'TRUNCATE audit_log'],
  audit_groups: [`UPDATE audit_groups SET actor = 'nobody'`, 'DELETE FROM audit_groups', 'TRUNCATE audit_groups'],
  audit_unreadable: ['UPDATE audit_unreadable SET received_at = now()', 'DELETE FROM audit_unreadable'],
}

describe.each(Object.entries(CHANGES))('%s', (table, changes) => {
  test.each(changes)("the service's role may not %s", async (sql) => {
    await expect(service.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test.each(changes)('the owner is protected from a mistaken %s', async (sql) => {
    await expect(owner.query(sql)).rejects.toThrow(`${table} is append-only`)
  })

  test("the service's role cannot drop the trigger or grant itself rights", async () => {
    await expect(service.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)).rejects.toMatchObject({ code: '42501' })
    await service.query(`GRANT UPDATE, DELETE ON ${table} TO CURRENT_USER`).catch(() => undefined)
    await expect(service.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' })
  })
})

test("the service's role leaves appended entries in place", async () => {
  const { rows } = await service.query('SELECT actor, restricted FROM audit_log ORDER BY seq')
  expect(rows).toEqual([
    { actor: 'mod', restricted: false },
    { actor: 'mod', restricted: true },
  ])
})

test("the service's role keeps its rights on other tables", async () => {
  await service.query(`UPDATE bans SET reason = '' WHERE false`)
  await service.query('DELETE FROM bans WHERE false')
})
