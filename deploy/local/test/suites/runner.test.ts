import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SUITES = {
  'shared.ts': 'export const seen: string[] = []',
  'one.test.ts': `
    import { expect, jest, test } from '@jest/globals'
    import { seen } from './shared.js'
    test('passes', () => void seen.push('one'))
    test('fails', () => expect(seen).toEqual(['other']))
    test('hangs', () => new Promise(() => undefined), 50)
    test('leaves its mocks', () => void jest.spyOn(Math, 'random').mockReturnValue(7))
    test.each([1, 2])('takes %i', (n: number) => expect(n).toBe(1))
    test.skip('waits', () => undefined)
  `,
  'other.test.ts': `
    import { expect, test } from '@jest/globals'
    import './no.css'
    import { seen } from './shared.js'
    test('loads what the suite before loaded', () => expect(seen).toEqual(['one']))
    test('fails later', () => expect(seen).toEqual([]))
    test('finds no mock of it', () => expect(Math.random()).toBeLessThan(1))
  `,
}

/** Statuses by title, and messages of failures, of suites that run one after the other in one worker. */
let results: Record<string, { status: string; message: string }>
const directory = mkdtempSync(join(ROOT, '.local/suites-'))

beforeAll(() => {
  for (const [name, text] of Object.entries(SUITES)) writeFileSync(join(directory, name), text)
  const sequencer = join(directory, 'by-name.cjs')
  writeFileSync(
    sequencer,
    `module.exports = class { sort(tests) { return tests.sort((a, b) => (a.path < b.path ? -1 : 1)) }
      allFailedTests(tests) { return tests } cacheResults() {} shard(tests) { return tests } }`,
  )
  const config = {
    rootDir: directory,
    testEnvironment: 'node',
    testRunner: join(ROOT, 'deploy/local/suites/runner.mjs'),
    testSequencer: sequencer,
    transform: {},
  }
  const report = join(directory, 'report.json')
  spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config', JSON.stringify(config), '-i', '--json', `--outputFile=${report}`],
    { cwd: ROOT, stdio: 'ignore' },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
  }
  results = Object.fromEntries(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ title, status, failureMessages }) => [title, { status, message: failureMessages.join('\n') }]),
  )
}, 60_000)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('the runner of suites', () => {
  test.each([
    ['passes', 'passed'],
    ['fails', 'failed'],
    ['hangs', 'failed'],
    ['takes 1', 'passed'],
    ['takes 2', 'failed'],
    ['waits', 'pending'],
    ['loads what the suite before loaded', 'passed'],
    ['finds no mock of it', 'passed'],
  ])('%s: %s', (title, status) => {
    expect(results[title]?.status).toBe(status)
  })

  test.each([
    ['fails', 'one.test.ts:5'],
    ['takes 2', 'one.test.ts:8'],
    ['fails later', 'other.test.ts:6'],
  ])('names the line of "%s"', (title, line) => {
    expect(results[title]?.message).toContain(line)
  })

  test('ends a test that hangs', () => {
    expect(results['hangs']?.message).toContain('Exceeded timeout of 50 ms')
  })
})
