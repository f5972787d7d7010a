import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { infrastructure, isolatedSchema, quietLogger } from '@kla/testkit'
import { createSecretBox } from '../../src/administrators/totp.js'

const COMMAND = fileURLToPath(new URL('../../dist/reencrypt-secrets.js', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const SECRET = Buffer.from('a secret of twenty b')
const [old, next, lost] = [randomBytes(32), randomBytes(32), randomBytes(32)]

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
beforeAll(async () => {
  tables = await isolatedSchema(MIGRATIONS, 'auth')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger(), max: 1 })
})
afterAll(async () => {
  await database.end()
  await tables.drop()
})

/** Creates an administrator with a secret sealed by this key, confirmed or pending. */
async function hire(name: string, key: Buffer, column: 'totp_secret' | 'totp_pending'): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO administrators (name, password_hash, password_given, role, child_safety)
     VALUES ($1, 'x', false, 'viewer', false) RETURNING id`,
    [name],
  )
  const id = rows[0]!.id
  const sealed = createSecretBox([key]).seal(SECRET, id)
  await database.query(`UPDATE administrators SET ${column} = $2 WHERE id = $1`, [id, sealed])
  return id
}

async function sealedOf(id: number, column: string): Promise<Buffer> {
  const text = `SELECT ${column} AS sealed FROM administrators WHERE id = $1`
  return (await database.query<{ sealed: Buffer }>(text, [id])).rows[0]!.sealed
}

const run = (...keys: Buffer[]): Promise<{ code: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      POSTGRES_URL: infrastructure().postgresUrl,
      POSTGRES_SCHEMA: tables.schema,
      ADMIN_SECRETS_KEY: keys.map((key) => key.toString('base64')).join(),
    }
    const child = execFile(process.execPath, [COMMAND], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

test('seals all secrets with the new key once and reports one that no key opens', async () => {
  const confirmed = await hire('confirmed', old, 'totp_secret')
  const pending = await hire('pending', old, 'totp_pending')
  expect(await run(next, old)).toEqual({
    code: 0,
    out: '2 secrets are encrypted with the new key now, 0 were already\n',
    error: '',
  })
  const box = createSecretBox([next])
  expect(box.open(await sealedOf(confirmed, 'totp_secret'), confirmed)).toEqual(SECRET)
  expect(box.open(await sealedOf(pending, 'totp_pending'), pending)).toEqual(SECRET)

  const forgotten = await hire('forgotten', lost, 'totp_secret')
  const before = await sealedOf(forgotten, 'totp_secret')
  const again = await run(next, old)
  expect(again).toMatchObject({ code: 1, out: '0 secrets are encrypted with the new key now, 2 were already\n' })
  expect(again.error).toContain('1 secrets open with none of the keys')
  expect(await sealedOf(forgotten, 'totp_secret')).toEqual(before)
  expect(await run(next, lost)).toMatchObject({ code: 0, error: '' })
})
