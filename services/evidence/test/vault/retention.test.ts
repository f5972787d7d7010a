import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLogger, createMetrics } from '@kla/chassis'
import { refusalOf } from '@kla/testkit'
import { createVault, type Vault } from '../../src/vault/index.js'
import { createEvidence, type Evidence, REPORTER } from '../support/evidence.js'
import { seal, someStills } from '../support/stills.js'

const DAY_MS = 86_400_000

let evidence: Evidence
let vault: Vault
beforeAll(async () => {
  evidence = await createEvidence()
  const log = createLogger({ service: 'test', level: 'fatal' })
  vault = createVault({ database: evidence.database, metrics: createMetrics('evidence'), log, now: evidence.clock.now })
})
afterAll(() => evidence.close())

const find = async (reportId: number): Promise<unknown> =>
  refusalOf(evidence.client.describeEvidence({ reportId }, await evidence.administrator(1, 'reports.read')))
const sealedOf = async (reportId: number) =>
  (
    await evidence.database.query<{ there: boolean }>(
      'SELECT sealed IS NOT NULL AS there FROM evidence WHERE report_id = $1',
      [reportId],
    )
  ).rows
const ends = (inMs: number) => ({ expiresAtMs: evidence.clock.now() + inMs })

describe('PutReportState', () => {
  test('applies the highest version, whatever the order', async () => {
    const reportId = await evidence.stored()
    await evidence.state(reportId, 3, { hidden: true })
    await evidence.state(reportId, 2, { hidden: false })
    await evidence.state(reportId, 3, { hidden: false })
    expect(await find(reportId)).toBe('EVIDENCE_NOT_FOUND')
    await evidence.state(reportId, 4, { hidden: false })
    expect(await find(reportId)).toBe('not refused')
  })

  test('holds a report whose place is used later', async () => {
    const { reportId, token } = await evidence.reserve()
    await evidence.state(reportId, 1, { category: 'illegal_content', grave: true })
    const sealed = Buffer.from(await seal(someStills(), evidence.keys.publicKey, token))
    await evidence.client.storeEvidence({ token, sealed }, await evidence.as(REPORTER))
    expect(await find(reportId)).toBe('EVIDENCE_NOT_FOUND')
  })

  test('ignores reports without evidence', async () => {
    await evidence.state(5, 1)
    expect(await find(5)).toBe('EVIDENCE_NOT_FOUND')
  })

  test.each([{ version: 0 }, { category: 'nonsense' }, { expiresAtMs: -1 }, { reportId: 0 }])(
    'refuses %j',
    async (wrong) => {
      expect(await refusalOf(evidence.state(7, 1, wrong))).toBe('INVALID_FIELD')
    },
  )
})

describe('the sweep', () => {
  test('erases expired stills, and keeps their row in the chain', async () => {
    const [over, kept] = [await evidence.stored(), await evidence.stored()]
    await evidence.state(over, 1, ends(1_000))
    await evidence.state(kept, 1, ends(2 * DAY_MS))
    evidence.clock.aheadMs += DAY_MS
    expect(await find(over)).toBe('EVIDENCE_NOT_FOUND')
    expect(await sealedOf(over)).toEqual([{ there: true }])
    await vault.sweep()
    expect(await sealedOf(over)).toEqual([{ there: false }])
    expect(await sealedOf(kept)).toEqual([{ there: true }])
    expect(await find(kept)).toBe('not refused')
  })

  test('keeps held stills and those without an expiry, and erases held ones after the hold', async () => {
    const [held, unreported] = [await evidence.stored(), await evidence.stored()]
    await evidence.state(held, 1, { held: true, ...ends(1_000) })
    evidence.clock.aheadMs += DAY_MS
    await vault.sweep()
    expect([...(await sealedOf(held)), ...(await sealedOf(unreported))]).toEqual([{ there: true }, { there: true }])
    expect(await find(held)).toBe('not refused')
    await evidence.state(held, 2, ends(-1))
    await vault.sweep()
    expect(await sealedOf(held)).toEqual([{ there: false }])
  })

  test('erases hidden stills at their end like any other', async () => {
    const reportId = await evidence.stored()
    await evidence.state(reportId, 1, { hidden: true, ...ends(1_000) })
    evidence.clock.aheadMs += DAY_MS
    await vault.sweep()
    expect(await sealedOf(reportId)).toEqual([{ there: false }])
  })

  test('deletes finished places and openings, and reports with nothing left', async () => {
    const reportId = await evidence.stored()
    const asking = await evidence.administrator(1, 'evidence.open')
    await evidence.client.requestOpening({ reportId, reason: 'r' }, asking)
    await evidence.state(reportId, 1, ends(1_000))
    evidence.clock.aheadMs += 40 * DAY_MS
    await vault.sweep()
    for (const table of ['places', 'openings', 'report_states']) {
      const { rowCount } = await evidence.database.query(`SELECT FROM ${table} WHERE report_id = $1`, [reportId])
      expect({ table, rowCount }).toEqual({ table, rowCount: 0 })
    }
  })
})
