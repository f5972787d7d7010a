import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { infrastructure, uniqueName } from '@kla/testkit'
import pg from 'pg'
import { kindsOf, OWNERS, unprovision } from '../src/infrastructure/provision.js'

const COMMAND = fileURLToPath(new URL('../dist/provision-main.js', import.meta.url))
const database = uniqueName('kla_command')
const adminUrl = infrastructure().postgresUrl

let passwords: string
beforeAll(async () => {
  passwords = await mkdtemp(join(tmpdir(), 'kla-passwords-'))
})
afterAll(async () => {
  await unprovision(adminUrl, database)
  await rm(passwords, { recursive: true })
})

const run = (environment: NodeJS.ProcessEnv): Promise<{ code: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, ADMIN_URL: adminUrl, DATABASE: database, ROLE_PREFIX: database, ...environment }
    const child = execFile(process.execPath, [COMMAND], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

async function whoIs(user: string, password: string): Promise<string> {
  const url = new URL(adminUrl)
  Object.assign(url, { username: user, password, pathname: database })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<{ current_user: string }>('SELECT current_user').finally(() => client.end())
  return rows[0]!.current_user
}

describe('the provision command', () => {
  test('names all missing passwords and creates nothing', async () => {
    const { code, error } = await run({ AUTH_OWNER_PASSWORD: 'one' })
    expect(code).toBe(1)
    expect(error).toContain('Passwords are missing: AUTH_APP_PASSWORD, ROOMS_OWNER_PASSWORD')
    expect(error).not.toContain('AUTH_OWNER_PASSWORD')
  })

  test('gives roles the passwords of a mounted Secret and follows its changes', async () => {
    const give = (suffix: string): Promise<void[]> =>
      Promise.all(
        OWNERS.flatMap((owner) =>
          kindsOf(owner).map((kind) =>
            writeFile(
              join(passwords, `${owner}_${kind}_PASSWORD`.toUpperCase()),
              `${owner} ${kind.toUpperCase()} ${suffix}\n`,
            ),
          ),
        ),
      )
    await give('first')
    const first = await run({ PASSWORDS_DIRECTORY: passwords })
    expect(first).toMatchObject({ code: 0, error: '' })
    expect(await whoIs(`${database}_auth_app`, 'auth APP first')).toBe(`${database}_auth_app`)
    await give('second')
    expect(await run({ PASSWORDS_DIRECTORY: passwords })).toEqual(first)
    expect(await whoIs(`${database}_engine_owner`, 'engine OWNER second')).toBe(`${database}_engine_owner`)
    expect(first.out).not.toContain('first')
  })

  test('stops waiting for a server that does not come up', async () => {
    const nowhere = { ADMIN_URL: 'postgres://nobody:hush@127.0.0.1:1/x', PASSWORD_KEY: 'k'.repeat(32), WAIT_MS: '600' }
    const { code, out, error } = await run(nowhere)
    expect(code).toBe(1)
    expect(out).toBe('PostgreSQL does not answer yet\n')
    expect(error).toContain('ECONNREFUSED')
    expect(error).not.toContain('hush')
  })
})
