import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { closeDatabase, createDatabase } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import pg from 'pg'
import { servicePreflight } from '../../../../services/chassis/src/preflight/preflight.js'
import { searchPathOf, vaultSchemaOf } from '../../../../services/evidence/src/config.js'
import { kindsOf, OWNERS, provision, unprovision } from '../../src/infrastructure/provision.js'
import { ROOT } from '../../src/root.js'

// The statements of helm/README.md, as operators run them.

const database = uniqueName('kla_operator')
const readme = await readFile(`${ROOT}helm/README.md`, 'utf8')
const ROLES = OWNERS.flatMap((owner) => kindsOf(owner).map((kind) => `${owner}_${kind}`))

/** The text of a chapter. */
const section = (heading: string): string => {
  const [, text = ''] = readme.split(`\n## ${heading}\n`)
  return text.split('\n## ')[0] ?? ''
}
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block)

let access: Awaited<ReturnType<typeof provision>>
let admin: pg.Client
let pooler: Server
const sockets = new Set<Socket>()
beforeAll(async () => {
  const adminUrl = infrastructure().postgresUrl
  access = await provision({ adminUrl, database, passwordOf: (role) => `hush ${role}` })
  const address = new URL(adminUrl)
  address.pathname = `/${database}`
  admin = new pg.Client({ connectionString: address.href })
  await admin.connect()
  pooler = await startPooler(new URL(adminUrl))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  pooler.close()
  await admin.query(ROLES.map((role) => `DROP ROLE IF EXISTS ${database}_${role}_2027;`).join(' '))
  await admin.end()
  await unprovision(infrastructure().postgresUrl, database)
})

/** Runs statements on the roles of this suite. */
const run = (statements: string) => admin.query(statements.replaceAll(/\bkla_(?=[a-z])/g, `${database}_`))

/** Like PgBouncer with `ignore_startup_parameters`: PostgreSQL never sees what the client sets at its start. */
async function startPooler(target: URL): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => (socket === client ? upstream : client).destroy())
    }
    client.once('data', (first: Buffer) => {
      upstream.write(withoutSettings(first))
      client.pipe(upstream).pipe(client)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** A startup message: its length and version, then names and values that end with a zero. */
function withoutSettings(message: Buffer): Buffer {
  const words = message.subarray(8).toString().split('\0')
  const kept = words.filter((_, at) => !/^(options|statement_timeout)$/.test(words[at - (at % 2)] ?? ''))
  const body = Buffer.from(kept.join('\0'))
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8)
  message.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}

const pooled = (url = ''): string => {
  const address = new URL(url)
  address.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
  return address.href
}

describe('behind a pooler', () => {
  const faultsOf = async (service: 'rooms' | 'evidence'): Promise<readonly string[]> => {
    const { appUrl, vaultUrl } = access[service]
    const environment = { POSTGRES_URL: pooled(appUrl), ...(vaultUrl ? { VAULT_POSTGRES_URL: pooled(vaultUrl) } : {}) }
    return (await servicePreflight({ service, schema: service, keys: {}, environment, waitMs: 1_000 })).faults
  }

  test('the preflight names the logins that find no tables, or have no time limit', async () => {
    const [app, vault] = [`PostgreSQL: ${database}_evidence_app`, `PostgreSQL: ${database}_evidence_vault`]
    expect(await faultsOf('evidence')).toEqual([
      `${app} has the search path "$user", public, not evidence, vault`,
      `${app} has no statement timeout`,
      `${app} has no idle_in_transaction_session_timeout`,
      `${vault} has the search path "$user", public, not vault`,
      `${vault} has no statement timeout`,
      `${vault} has no idle_in_transaction_session_timeout`,
    ])
  })

  test('every service finds its tables with the settings of the README', async () => {
    const [recipe = ''] = blocks(section('Connections to PostgreSQL'), 'sh')
    const print = 'psql() { shift; while [ $# -gt 0 ]; do echo "$2;"; shift 2; done; }'
    await run(execFileSync('bash', ['-c', `${print}\n${recipe}`], { encoding: 'utf8' }))
    expect([...(await faultsOf('evidence')), ...(await faultsOf('rooms'))]).toEqual([])
    const owner = new pg.Client({ connectionString: access.evidence.ownerUrl })
    await owner.connect()
    await owner.query('CREATE TABLE vault.vault_bytes (id int)')
    await owner.end()
    const logins = [
      [access.evidence.vaultUrl, vaultSchemaOf('evidence')],
      [access.evidence.appUrl, searchPathOf('evidence')],
    ] as const
    for (const [url, schema] of logins) {
      const pool = createDatabase({ url: pooled(url), schema, log: quietLogger(), max: 1 })
      const { rows } = await pool.query('SHOW search_path')
      expect(rows[0].search_path.replaceAll(' ', '')).toBe(schema)
      await closeDatabase(pool)
    }
    const { rows } = await admin.query(`SELECT count(*)::int AS limited FROM pg_roles
      WHERE rolname LIKE '${database}%' AND rolconfig @> '{statement_timeout=5s,idle_in_transaction_session_timeout=30s}'`)
    expect(rows).toEqual([{ limited: ROLES.filter((role) => !role.endsWith('_owner')).length }])
  })
})

describe('a rotation of the passwords of PostgreSQL', () => {
  const [, rotation = ''] = section('Rotation').split('**Postgres.**')

  test('makes a second login for each role, with its rights', async () => {
    const [ofAuth = '', ofVault = ''] = blocks(rotation, 'sql')
    for (const owner of OWNERS) await run(ofAuth.replaceAll('kla_auth_', `kla_${owner}_`))
    await run(ofVault)
    const { rows } = await admin.query(`SELECT rolname FROM pg_roles WHERE rolname LIKE '${database}_%_2027'`)
    expect(rows.map(({ rolname }) => rolname).sort()).toEqual(ROLES.map((role) => `${database}_${role}_2027`).sort())
    for (const role of ROLES) {
      const { rows: rights } = await admin.query(
        `SELECT pg_has_role('${database}_${role}_2027', '${database}_${role}', 'USAGE') AS held`,
      )
      expect(rights).toEqual([{ held: true }])
    }
  })

  test('locks as many old logins as there are', () => {
    expect(ROLES).toHaveLength(15)
    expect(rotation).toContain('For all fifteen old logins')
  })
})
