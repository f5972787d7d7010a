import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createDatabase, type Database, newId } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { createAuditEntry } from '../../src/administrators/audit.js'
import { createAdministratorChanges } from '../../src/administrators/change-store.js'
import {
  type AdministratorSessionStore,
  type CheckedSignIn,
  createAdministratorSessionStore,
} from '../../src/administrators/session-store.js'
import { type AdministratorRecord, createAdministratorStore } from '../../src/administrators/store.js'
import { MIGRATIONS } from '../harness.js'

const NOW_MS = 1_800_000_000_000
const LIFE = { idleMs: 60_000, maxMs: 600_000 }
const auditEntry = createAuditEntry(() => NOW_MS)

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let sessions: AdministratorSessionStore
let person: AdministratorRecord

beforeAll(async () => {
  tables = await isolatedSchema(MIGRATIONS, 'auth')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
  sessions = createAdministratorSessionStore(database, LIFE)
})
beforeEach(async () => {
  const given = {
    name: newId(),
    passwordHash: 'hash',
    passwordGiven: false,
    role: 'viewer',
    childSafety: false,
  } as const
  const created = await createAdministratorStore(database).createFounder(given, (id) => entry(id))
  person = created!
})
afterAll(async () => {
  await database.end()
  await tables.drop()
})

const entry = (id: number) => auditEntry({ id, name: 'someone' }, id, { requestId: 'r' }, 'sign-in', {})

const open = (change: Partial<CheckedSignIn> = {}) => {
  const checked = {
    sessionKey: newId(),
    administratorId: person.id,
    revision: person.revision,
    method: 'password',
    browser: '',
    audit: entry(person.id),
  } as const
  return sessions.open({ ...checked, ...change }, NOW_MS)
}

const count = async (table: 'outbox' | 'administrator_sessions'): Promise<number> =>
  (await database.query<{ count: number }>(`SELECT count(*) FROM ${table}`)).rows[0]!.count

/** Tries to open a session; true if that left neither a session nor an audit entry. */
async function leavesNothing(change: Partial<CheckedSignIn>): Promise<boolean> {
  const before = [await count('outbox'), await count('administrator_sessions')]
  const opened = await open(change)
  const after = [await count('outbox'), await count('administrator_sessions')]
  return opened === undefined && before.join() === after.join()
}

test('opens no session if the account changed after the sign-in was checked', async () => {
  await createAdministratorChanges(database, createAdministratorStore(database)).change(
    person.id,
    { id: 0, nowMs: NOW_MS, changeId: 'change' },
    () => ({
      role: 'support',
      childSafety: false,
      disabled: false,
      totpReset: false,
      passkeysReset: false,
      endsSessions: true,
      changes: { role: 'support' },
      audit: entry(person.id),
    }),
  )
  await expect(leavesNothing({})).resolves.toBe(true)
  await expect(open({ revision: person.revision + 1 })).resolves.toBe(NOW_MS + LIFE.idleMs)
})

test('accepts a time step once and then no earlier one', async () => {
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => open({ totpStep: 50 })))
  expect(outcomes.filter((expiresAtMs) => expiresAtMs !== undefined)).toHaveLength(1)
  await expect(leavesNothing({ totpStep: 49 })).resolves.toBe(true)
  await expect(open({ totpStep: 51 })).resolves.toBeDefined()
})

test('prunes expired sessions only', async () => {
  await database.query('DELETE FROM administrator_sessions')
  const [old, young] = [newId(), newId()]
  await open({ sessionKey: old })
  await sessions.open(
    {
      sessionKey: young,
      administratorId: person.id,
      revision: person.revision,
      method: 'password',
      browser: '',
      audit: entry(person.id),
    },
    NOW_MS + 1,
  )
  await sessions.prune(NOW_MS + LIFE.idleMs)
  const { rows } = await database.query('SELECT token_hash FROM administrator_sessions')
  expect(rows).toEqual([{ token_hash: young }])
})

test('keeps a session alive by its use, and not by passive calls', async () => {
  const sessionKey = newId()
  await open({ sessionKey })
  const halfway = NOW_MS + LIFE.idleMs / 2
  expect(await sessions.use(sessionKey, halfway, { prolongs: false })).toMatchObject({
    expiresAtMs: NOW_MS + LIFE.idleMs,
  })
  expect(await sessions.use(sessionKey, NOW_MS + LIFE.idleMs, { prolongs: false })).toBeUndefined()
  expect(await sessions.use(sessionKey, halfway)).toMatchObject({ expiresAtMs: halfway + LIFE.idleMs })
  expect(await sessions.use(sessionKey, NOW_MS + LIFE.idleMs, { prolongs: false })).toBeDefined()
})
