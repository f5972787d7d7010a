import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { createPassResultStore } from '../../src/pass/progress-store.js'
import { createTables, type Tables } from '../support/tables.js'

const STARTS_AT_MS = Date.UTC(2026, 9)
const seasonId = newId()

let tables: Tables
beforeAll(async () => {
  tables = await createTables()
  await tables.database.query(
    `INSERT INTO pass_seasons (id, name, starts_at, ends_at, points_played, points_won, tiers, published, version)
     VALUES ($1, 'Autumn', '2026-10-01Z', '2027-01-01Z', 10, 5, '[]', true, 1)`,
    [seasonId],
  )
  const pair = { lowId: 1, highId: 2 }
  await createPassResultStore(tables.database).record({ battleId: newId(), pair, endedAtMs: STARTS_AT_MS, winnerId: 2 })
})
afterAll(() => tables.close())

function run(...options: string[]) {
  const command = fileURLToPath(new URL('../../dist/rebuild-pass.js', import.meta.url))
  const env = { ...process.env, POSTGRES_URL: tables.url, POSTGRES_SCHEMA: tables.schema }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('rebuild-pass', () => {
  test('--check exits with 1 and reports differences; without it they are fixed', async () => {
    expect(run('--check')).toMatchObject({ status: 0, stderr: '' })
    await tables.database.query('UPDATE pass_progress SET points = 99 WHERE account_id = 2')
    const said = `season ${seasonId}: account 2 has 99 points and should have 15\n`
    expect(run('--check')).toEqual({ status: 1, stdout: '', stderr: said })
    expect(run()).toEqual({ status: 0, stdout: '1 differences were put right\n', stderr: '' })
    expect(run('--check')).toMatchObject({ status: 0 })
    expect(run('--chek')).toMatchObject({ status: 2 })
  }, 60_000)
})
