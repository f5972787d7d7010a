import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createDatabase,
  createLogger,
  createMetrics,
  type Database,
  inTransaction,
  migrate,
  type Service,
} from '@kla/chassis'
import { provision, unprovision } from '@kla/local'
import { eventually, infrastructure, quietLogger, refusalOf, uniqueName } from '@kla/testkit'
import { createVault, type Vault, verifyVault } from '../../src/vault/index.js'
import { createEvidence, type Evidence, looked, MIGRATIONS } from '../support/evidence.js'

const DAY_MS = 86_400_000
const GRAVE = ['evidence.open', 'reports.grave'] as const
const DENIED = { code: '42501' }
/** Longer than a store may be away before a process is not ready. */
const NOTICED_MS = 7_000
const GRAVELY = { category: 'illegal_content', grave: true } as const

const name = uniqueName('kla_vault')
let evidence: Evidence
/** Roles as an installation has them. */
let roles: Record<'service' | 'vault' | 'owner' | 'moderation', Database>
let vault: Vault

beforeAll(async () => {
  const { evidence: access, moderation } = await provision({
    adminUrl: infrastructure().postgresUrl,
    database: name,
    passwordOf: (role) => role,
  })
  await migrate({ url: access.ownerUrl, schema: 'evidence', directory: MIGRATIONS })
  const open = (url = '', schema = 'evidence,vault') => createDatabase({ url, schema, log: quietLogger() })
  roles = {
    service: open(access.appUrl),
    vault: open(access.vaultUrl),
    owner: open(access.ownerUrl),
    moderation: open(moderation.appUrl),
  }
  evidence = await createEvidence({
    POSTGRES_URL: access.appUrl,
    VAULT_POSTGRES_URL: access.vaultUrl,
    POSTGRES_SCHEMA: 'evidence',
  })
  const log = createLogger({ service: 'test', level: 'fatal' })
  vault = createVault({ database: roles.service, metrics: createMetrics('evidence'), log, now: evidence.clock.now })
})
afterAll(async () => {
  await evidence.close()
  await Promise.all(Object.values(roles).map((role) => role.end()))
  await unprovision(infrastructure().postgresUrl, name)
})
beforeEach(() => void (evidence.clock.aheadMs = 0))

const bytesOf = async (reportId: number): Promise<boolean[]> => {
  const { rows } = await roles.vault.query<{ there: boolean }>(
    'SELECT sealed IS NOT NULL AS there FROM vault.vault_bytes WHERE report_id = $1 ORDER BY seq',
    [reportId],
  )
  return rows.map(({ there }) => there)
}
const outside = async (reportId: number): Promise<number> =>
  (await roles.service.query('SELECT FROM evidence WHERE report_id = $1 AND sealed IS NOT NULL', [reportId])).rowCount!

async function open(reportId: number): Promise<number> {
  const by = (id: number) => evidence.administrator(id, ...GRAVE)
  const { id } = await evidence.client.requestOpening({ reportId, reason: 'Reported as grave.' }, await by(1))
  await evidence.client.approveOpening({ id }, await by(2))
  return (await looked(evidence.client.openEvidence({ reportId, sharp: true }, await by(1)))).length
}

describe('a process whose role may not read the vault', () => {
  const asked = async (path: string, { ports }: Service): Promise<string> =>
    (await fetch(`http://127.0.0.1:${ports.health}${path}`)).text()
  const isUp = async (service: Service): Promise<string | undefined> =>
    /kla_dependency_up\{dependency="postgres",.*\} (\d)/.exec(await asked('/metrics', service))?.[1]
  const right = (change: 'GRANT' | 'REVOKE') =>
    roles.owner.query(
      `${change} SELECT ON vault.vault_bytes ${change === 'GRANT' ? 'TO' : 'FROM'} ${name}_evidence_vault`,
    )

  test('does not become ready, and says so in its metrics', async () => {
    const { POSTGRES_URL } = evidence.settings
    const { service } = await evidence.start({ VAULT_POSTGRES_URL: POSTGRES_URL })
    expect(await isUp(service)).toBe('0')
    expect(await asked('/readyz', service)).toContain('postgres')
    expect(await asked('/readyz', service)).toMatch(/^not ready/)
  })

  test('goes on with all that needs no vault if it was ready before, and says so in its metrics', async () => {
    const { service, client } = await evidence.start()
    await eventually(async () => expect(await asked('/readyz', service)).toBe('ready'))
    expect(await isUp(service)).toBe('1')
    await right('REVOKE')
    try {
      expect(await isUp(service)).toBe('0')
      await sleep(NOTICED_MS)
      expect(await asked('/readyz', service)).toMatch(/^ready: without postgres/)
      await evidence.stored({ ...GRAVELY, by: client })
    } finally {
      await right('GRANT')
    }
    await eventually(async () => expect(await isUp(service)).toBe('1'))
  }, 30_000)
})

describe('sealed stills of a grave report', () => {
  test('are readable for the role of the vault alone, and open for two people', async () => {
    const reportId = await evidence.stored(GRAVELY)
    const sealed = 'SELECT sealed FROM vault.vault_bytes'
    await expect(roles.service.query(sealed)).rejects.toMatchObject(DENIED)
    await expect(roles.moderation.query(sealed)).rejects.toMatchObject(DENIED)
    expect(await outside(reportId)).toBe(0)
    expect(await bytesOf(reportId)).toEqual([true])
    expect(await open(reportId)).toBe(3)
  })

  test.each([
    'SELECT * FROM vault.vault_bytes',
    'UPDATE vault.vault_bytes SET sealed = NULL, erased_at_ms = 1 RETURNING sealed',
    'DELETE FROM vault.vault_bytes',
    'TRUNCATE vault.vault_bytes',
    'ALTER TABLE vault.vault_bytes DISABLE TRIGGER USER',
    'CREATE TABLE vault.more ()',
    'SET ROLE kla_evidence_vault',
  ])("the service's role may not %s", async (sql) => {
    const own = sql.replace('kla_evidence_vault', `${name}_evidence_vault`)
    await expect(roles.service.query(own)).rejects.toMatchObject(DENIED)
  })

  test.each([
    'SELECT FROM evidence.evidence',
    'SELECT FROM evidence.report_states',
    'SELECT FROM vault.vault_digests(ARRAY[1])',
    'INSERT INTO vault.vault_bytes (seq, report_id, preserve_until_ms) VALUES (1, 1, 1)',
    'UPDATE vault.vault_bytes SET preserve_until_ms = 9e15',
    'DELETE FROM vault.vault_bytes',
    'CREATE TABLE vault.more ()',
  ])('the role of the vault may not %s', async (sql) => {
    await expect(roles.vault.query(sql)).rejects.toMatchObject(DENIED)
  })

  test('move to the vault with the state that makes the report grave, and stay there when it is grave no more', async () => {
    const reportId = await evidence.stored()
    expect([await outside(reportId), await bytesOf(reportId)]).toEqual([1, []])
    await evidence.state(reportId, 1, GRAVELY)
    expect([await outside(reportId), await bytesOf(reportId)]).toEqual([0, [true]])
    expect(await open(reportId)).toBe(3)
    await evidence.state(reportId, 2)
    expect([await outside(reportId), await bytesOf(reportId)]).toEqual([0, [true]])
    expect(await open(reportId)).toBe(3)
  })

  test('move when another report of the same place arrives as grave', async () => {
    const reportId = await evidence.stored()
    await evidence.reserve({ reportId, ...GRAVELY })
    expect([await outside(reportId), await bytesOf(reportId)]).toEqual([0, [true]])
  })

  test('stay where they are when the state cannot be stored', async () => {
    const reportId = await evidence.stored()
    await roles.owner.query('ALTER TABLE vault.vault_bytes RENAME TO away')
    const outcome = await refusalOf(evidence.state(reportId, 1, GRAVELY))
    await roles.owner.query('ALTER TABLE vault.away RENAME TO vault_bytes')
    expect(outcome).toBe('INTERNAL')
    const { rows } = await roles.service.query('SELECT grave, version FROM report_states WHERE report_id = $1', [
      reportId,
    ])
    expect([await outside(reportId), rows]).toEqual([1, [{ grave: false, version: 0 }]])
  })
})

describe('the vault', () => {
  test('keeps the chain whole, which the role of the service verifies without reading bytes', async () => {
    const reportId = await evidence.stored(GRAVELY)
    expect(await verifyVault(roles.service)()).not.toHaveProperty('fault')
    const { rows } = await roles.service.query<{ seq: number }>('SELECT seq FROM evidence WHERE report_id = $1', [
      reportId,
    ])
    const tamper = (change: string) =>
      inTransaction(roles.owner, async (tx) => {
        await tx.query('ALTER TABLE vault.vault_bytes DISABLE TRIGGER USER')
        await tx.query(`UPDATE vault.vault_bytes SET ${change} WHERE report_id = ${reportId}`)
        await tx.query('ALTER TABLE vault.vault_bytes ENABLE TRIGGER USER')
      })
    const flip = 'sealed = set_byte(sealed, 60, get_byte(sealed, 60) # 1)'
    await tamper(flip)
    expect((await verifyVault(roles.service)()).fault).toMatchObject({ kind: 'altered', seq: rows[0]!.seq })
    expect(await refusalOf(open(reportId))).toBe('EVIDENCE_DAMAGED')
    await tamper(flip)
    expect(await verifyVault(roles.service)()).not.toHaveProperty('fault')
  })

  test('takes only the bytes that the chain has hashed', async () => {
    const reportId = await evidence.stored()
    const forged = roles.service.query(
      `INSERT INTO vault.vault_bytes (seq, report_id, sealed, preserve_until_ms)
       SELECT seq, report_id, 'forged', 0 FROM evidence WHERE report_id = $1`,
      [reportId],
    )
    await expect(forged).rejects.toThrow('is not what the chain has hashed')
  })

  test.each(['service', 'owner'] as const)(
    'lets the role of the %s raise preserve_until_ms and never lower it',
    async (role) => {
      const reportId = await evidence.stored(GRAVELY)
      await evidence.state(reportId, 1, { ...GRAVELY, expiresAtMs: 1_000 })
      const preserve = (untilMs: number) =>
        roles[role].query('UPDATE vault.vault_bytes SET preserve_until_ms = $2 WHERE report_id = $1', [
          reportId,
          untilMs,
        ])
      await expect(preserve(999)).rejects.toThrow('only grows')
      expect((await preserve(2_000)).rowCount).toBe(1)
      await expect(preserve(1_999)).rejects.toThrow('only grows')
    },
  )

  test('keeps stills as long as it ever promised, then erases them unless they are held', async () => {
    const reportId = await evidence.stored(GRAVELY)
    const at = (days: number) => Date.now() + days * DAY_MS
    await evidence.state(reportId, 1, { ...GRAVELY, expiresAtMs: at(10) })
    await evidence.state(reportId, 2, { ...GRAVELY, expiresAtMs: at(5) })
    evidence.clock.aheadMs = 6 * DAY_MS
    await vault.sweep()
    expect(await bytesOf(reportId)).toEqual([true])
    await evidence.state(reportId, 3, { ...GRAVELY, expiresAtMs: at(5), held: true })
    evidence.clock.aheadMs = 11 * DAY_MS
    await vault.sweep()
    expect(await bytesOf(reportId)).toEqual([true])
    await evidence.state(reportId, 4, { ...GRAVELY, expiresAtMs: at(5) })
    await vault.sweep()
    expect(await bytesOf(reportId)).toEqual([false])
    const { rowCount } = await roles.service.query(
      'SELECT FROM evidence WHERE report_id = $1 AND sealed IS NULL AND erased_at_ms IS NOT NULL',
      [reportId],
    )
    expect(rowCount).toBe(1)
    expect(await verifyVault(roles.service)()).not.toHaveProperty('fault')
  })

  test('erases nothing early by direct SQL', async () => {
    const reportId = await evidence.stored(GRAVELY)
    await evidence.state(reportId, 1, GRAVELY)
    const erase = roles.service.query(
      'UPDATE vault.vault_bytes SET sealed = NULL, erased_at_ms = 5 WHERE report_id = $1',
      [reportId],
    )
    await expect(erase).rejects.toThrow('are kept')
    const mark = roles.service.query('UPDATE evidence SET erased_at_ms = 9e15 WHERE report_id = $1', [reportId])
    await expect(mark).rejects.toThrow('are kept')
  })
})
