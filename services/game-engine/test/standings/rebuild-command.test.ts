import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createResultStore } from '../../src/standings/result-store.js'
import { createResults, outcomeOf } from '../support/results.js'

let results: Awaited<ReturnType<typeof createResults>>
beforeAll(async () => {
  results = await createResults()
  await createResultStore(results.database).record(outcomeOf([1, 2]))
})
afterAll(() => results.close())

function run(...options: string[]) {
  const command = fileURLToPath(new URL('../../dist/rebuild-standings.js', import.meta.url))
  const env = { ...process.env, POSTGRES_URL: results.url, POSTGRES_SCHEMA: results.schema }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('rebuild-standings', () => {
  test('--check exits with 1 and reports differences; without it they are fixed', async () => {
    expect(run('--check')).toMatchObject({ status: 0, stderr: '' })
    await results.database.query(`UPDATE standings SET games_won = 4 WHERE season = 'all' AND account_id = 1`)
    expect(run('--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'all: account 1 has 4 won of 1 and should have 1 won of 1\n',
    })
    expect(run()).toEqual({ status: 0, stdout: '1 differences were put right\n', stderr: '' })
    expect(run('--check')).toMatchObject({ status: 0 })
    expect(run('--chek')).toMatchObject({ status: 2 })
  }, 60_000)
})
