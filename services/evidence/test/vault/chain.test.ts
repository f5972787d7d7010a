import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Anchors, createDatabase, type Database, migrate } from '@kla/chassis'
import { provision, unprovision } from '@kla/local'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { verifyVault } from '../../src/vault/index.js'
import type { Fault } from '../../src/vault/rules.js'
import { createEvidence, type Evidence, MIGRATIONS, REPORTER } from '../support/evidence.js'
import { seal, someStills } from '../support/stills.js'

const COMMAND = fileURLToPath(new URL('../../dist/verify-evidence.js', import.meta.url))
const ROWS = 6

let evidence: Evidence
const ids: string[] = []
beforeAll(async () => {
  evidence = await createEvidence()
  const places = await Promise.all(Array.from({ length: ROWS }, () => evidence.reserve()))
  const other = await evidence.pod()
  const as = await evidence.as(REPORTER)
  // By two processes at once.
  await Promise.all(
    places.map(async ({ token }, at) => {
      const sealed = Buffer.from(await seal(someStills(1), evidence.keys.publicKey, token))
      await (at % 2 ? evidence.client : other).storeEvidence({ token, sealed }, as)
    }),
  )
  const { rows } = await evidence.database.query<{ id: string }>('SELECT id FROM evidence ORDER BY seq')
  ids.push(...rows.map(({ id }) => id))
})
afterAll(() => evidence.close())

/** What is wrong after a change that is rolled back, past all triggers. */
async function faultAfter(change: string, anchors?: Anchors): Promise<Fault | undefined> {
  const tx = await evidence.database.connect()
  try {
    await tx.query('BEGIN; SET LOCAL session_replication_role = replica')
    expect((await tx.query(change)).rowCount).toBe(1)
    return (await verifyVault(tx)(anchors)).fault
  } finally {
    await tx.query('ROLLBACK')
    tx.release()
  }
}

describe('the chain', () => {
  test('is whole after concurrent appends', async () => {
    expect(await verifyVault(evidence.database)()).toMatchObject({ checked: ROWS, last: { seq: ROWS } })
    expect(await verifyVault(evidence.database)()).not.toHaveProperty('fault')
  })

  test('names the row with a flipped byte, wherever it is', async () => {
    const head = (await verifyVault(evidence.database)()).last
    const flipped = (column: string, at: number): string => `set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`
    const BYTES = { sealed: [0, 8, 9, 41, 100], sha256: [0, 31], previous_hash: [0, 31], hash: [0, 31] }
    const NUMBERS = ['report_id', 'at_ms', 'pictures', 'bytes'].map((column) => `${column} = ${column} # 1`)
    const changes = [
      ...Object.entries(BYTES).flatMap(([column, all]) => all.map((at) => `${column} = ${flipped(column, at)}`)),
      ...NUMBERS,
      'has_stills = NOT has_stills',
      `token = convert_from(${flipped(`convert_to(token, 'UTF8')`, 5)}, 'UTF8')`,
      'erased_at_ms = 1',
      'seq = seq + 100',
      'seq = seq - 100',
    ]
    for (const seq of [1, 3, ROWS]) {
      for (const change of changes) {
        const fault = await faultAfter(
          `UPDATE evidence SET ${change} WHERE seq = ${seq}`,
          new Map([[head.seq, head.hash]]),
        )
        const moved = change.startsWith('seq')
        expect({ change, seq, found: fault !== undefined }).toEqual({ change, seq, found: true })
        if (!moved) expect({ change, ...fault }).toEqual({ change, seq, id: ids[seq - 1], kind: 'altered' })
      }
    }
  })

  test('names stills that are missing without having been erased, and missing rows', async () => {
    expect(await faultAfter('UPDATE evidence SET sealed = NULL WHERE seq = 2')).toEqual({
      seq: 2,
      id: ids[1],
      kind: 'missing',
    })
    expect(await faultAfter('DELETE FROM evidence WHERE seq = 2')).toEqual({ seq: 2, id: '', kind: 'missing' })
  })

  test('detects truncated rows only by a head kept elsewhere', async () => {
    const { last } = await verifyVault(evidence.database)()
    const cut = `DELETE FROM evidence WHERE seq = ${ROWS}`
    expect(await faultAfter(cut)).toBeUndefined()
    expect(await faultAfter(cut, new Map([[last.seq, last.hash]]))).toEqual({ seq: ROWS, id: '', kind: 'missing' })
  })

  test('stays whole when stills are erased', async () => {
    expect(await faultAfter('UPDATE evidence SET sealed = NULL, erased_at_ms = 5 WHERE seq = 2')).toBeUndefined()
  })
})

describe('verify-evidence', () => {
  const run = (...heads: string[]): Promise<{ code: number; out: string; error: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, POSTGRES_URL: evidence.url, POSTGRES_SCHEMA: evidence.schema }
      const child = execFile(process.execPath, [COMMAND, ...heads], { env }, (_, out, error) =>
        resolve({ code: child.exitCode ?? -1, out, error }),
      )
    })

  test('prints length and head of the chain, and the first damaged row', async () => {
    const whole = await run()
    expect(whole).toMatchObject({ code: 0, error: '' })
    const [, head = ''] = /^6 rows are in order; head (6:[0-9a-f]{64})\n$/.exec(whole.out) ?? []
    expect(await run(head)).toMatchObject({ code: 0, error: '' })
    const flip = 'UPDATE evidence SET sealed = set_byte(sealed, 50, get_byte(sealed, 50) # 1) WHERE seq = 4'
    await evidence.tamper(flip)
    expect(await run()).toMatchObject({ code: 1, error: `row 4 (${ids[3]}) is altered; 3 before it are in order\n` })
    await evidence.tamper(flip)
    expect(await run(`7:${'0'.repeat(64)}`)).toMatchObject({
      code: 1,
      error: 'row 7 is missing; 6 before it are in order\n',
    })
  }, 120_000)

  test('rejects a malformed head', async () => {
    expect(await run('6:abc')).toMatchObject({ code: 2, out: '' })
  })
})

describe("the service's role", () => {
  const name = uniqueName('kla_evidence')
  let service: Database
  let owner: Database
  let stranger: Database
  // Roles as an installation has them, which by default may do everything with the rows of every table.
  beforeAll(async () => {
    const { evidence: access, moderation } = await provision({
      adminUrl: infrastructure().postgresUrl,
      database: name,
      passwordOf: (role) => role,
    })
    await migrate({ url: access.ownerUrl, schema: 'evidence', directory: MIGRATIONS })
    const open = (url: string): Database => createDatabase({ url, schema: 'evidence', log: quietLogger() })
    ;[service, owner, stranger] = [open(access.appUrl), open(access.ownerUrl), open(moderation.appUrl)]
    await service.query(
      `INSERT INTO report_states (report_id, category, grave, expires_at_ms) VALUES (1, 'abuse', false, 100), (2, 'abuse', false, 100)`,
    )
    await service.query(`UPDATE report_states SET held = true WHERE report_id = 2`)
    for (const seq of [1, 2]) {
      await service.query(
        `INSERT INTO evidence (seq, id, report_id, at_ms, token, pictures, has_stills, bytes, sha256, sealed, previous_hash, hash)
         VALUES ($1, gen_random_uuid(), $1, 1, $2, 1, true, 1, '', 'x', '', '')`,
        [seq, `token ${seq}`],
      )
    }
  })
  afterAll(async () => {
    await Promise.all([service.end(), owner.end(), stranger.end()])
    await unprovision(infrastructure().postgresUrl, name)
  })

  test.each([
    ['UPDATE evidence SET sha256 = sha256'],
    ['UPDATE evidence SET hash = hash'],
    ['UPDATE evidence SET report_id = 9'],
    ['DELETE FROM evidence'],
    ['TRUNCATE evidence'],
    ['ALTER TABLE evidence DISABLE TRIGGER USER'],
  ])('may not %s', async (sql) => {
    await expect(service.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    [`UPDATE evidence SET sealed = 'y'`],
    [`UPDATE evidence SET sealed = NULL`],
    [`UPDATE evidence SET erased_at_ms = 200`],
    [`UPDATE evidence SET sealed = 'y', erased_at_ms = 200`],
  ])('is stopped by the trigger at %s', async (sql) => {
    await expect(service.query(sql)).rejects.toThrow('append-only')
  })

  test('erases neither too early nor held stills, and nothing twice', async () => {
    const erase = (seq: number, atMs: number) =>
      service.query('UPDATE evidence SET sealed = NULL, erased_at_ms = $2 WHERE seq = $1', [seq, atMs])
    await expect(erase(1, 99)).rejects.toThrow('are kept')
    await expect(erase(2, 200)).rejects.toThrow('are kept')
    expect((await erase(1, 200)).rowCount).toBe(1)
    await expect(erase(1, 200)).rejects.toThrow('append-only')
  })

  test.each([[`UPDATE evidence SET hash = 'y'`], ['DELETE FROM evidence'], ['TRUNCATE evidence']])(
    'the owner is protected from a mistaken %s',
    async (sql) => {
      await expect(owner.query(sql)).rejects.toThrow('append-only')
    },
  )

  test("moderation's role cannot read a row", async () => {
    for (const table of ['evidence', 'places', 'openings', 'report_states']) {
      await expect(stranger.query(`SELECT FROM evidence.${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  })
})
