import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { createAuditEntry } from '../../src/administrators/audit.js'
import { createAdministratorCredentials } from '../../src/administrators/change-store.js'
import { ensureFoundingAdministrator } from '../../src/administrators/index.js'
import { createPasswords, type Passwords } from '../../src/administrators/passwords.js'
import { createAdministratorStore } from '../../src/administrators/store.js'
import { MIGRATIONS } from '../harness.js'

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let passwords: Passwords

beforeAll(async () => {
  tables = await isolatedSchema(MIGRATIONS, 'auth')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
  passwords = await createPasswords()
})
afterAll(async () => {
  await database.end()
  await tables.drop()
})

const begin = (name: string, password: string) =>
  ensureFoundingAdministrator(
    { name, password },
    {
      administrators: createAdministratorStore(database),
      credentials: createAdministratorCredentials(database),
      passwords,
      auditEntry: createAuditEntry(Date.now),
      log: quietLogger(),
    },
  )

const found = async (name: string) => {
  const administrator = await createAdministratorStore(database).findByName(name)
  if (!administrator) throw new Error(`there is no ${name}`)
  return administrator
}
const isRight = async (name: string, password: string) => passwords.verify((await found(name)).passwordHash, password)

test('creates one owner with child safety when several pods start concurrently', async () => {
  await Promise.all([1, 2, 3].map(() => begin('ada', 'the first phrase')))
  expect(await found('ada')).toMatchObject({ role: 'owner', childSafety: true, disabled: false, totpEnabled: false })
  const { rows } = await database.query('SELECT 1 FROM outbox')
  expect(rows).toHaveLength(1)
})

test('follows the password of the settings and writes nothing while it is the same', async () => {
  await begin('bea', 'the first phrase')
  const before = await found('bea')
  await begin('bea', 'the first phrase')
  expect(await found('bea')).toEqual(before)
  await begin('bea', 'the second phrase')
  await expect(isRight('bea', 'the second phrase')).resolves.toBe(true)
})

test('keeps a password that the administrator has set', async () => {
  await begin('cleo', 'the first phrase')
  const { id, revision } = await found('cleo')
  const passwordHash = await passwords.hash('a phrase of her own')
  const audit = createAuditEntry(Date.now)({ id, name: 'cleo' }, id, { requestId: 'r' }, 'password', {})
  await createAdministratorCredentials(database).setPassword({ id, revision, passwordHash, given: false, audit })
  await begin('cleo', 'the third phrase')
  await expect(isRight('cleo', 'a phrase of her own')).resolves.toBe(true)
})

test("keeps later changes of the administrator's rights", async () => {
  await begin('dora', 'the first phrase')
  await database.query("UPDATE administrators SET disabled = true, role = 'viewer' WHERE name = 'dora'")
  await begin('dora', 'the second phrase')
  expect(await found('dora')).toMatchObject({ disabled: true, role: 'viewer' })
})
