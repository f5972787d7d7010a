import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { takeRunFile } from '../src/run-file.js'

let directory: string
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'kla-run-'))))
afterAll(() => rmSync(directory, { recursive: true }))

const url = 'http://localhost:1'
const write = (run: { pid: number; url: string; startedAt: number }): string => {
  const file = join(directory, `${run.pid}-${run.startedAt}.json`)
  writeFileSync(file, JSON.stringify(run))
  return file
}

describe('the run file', () => {
  test('reports where another run is active', async () => {
    const file = write({ pid: process.ppid, url: 'http://localhost:2', startedAt: Date.now() })
    expect(await takeRunFile(file, url)).toEqual({ runsAt: 'http://localhost:2', pid: process.ppid })
  })

  test('takes over from a run that has died', async () => {
    const file = write({ pid: 2 ** 22 + 1, url, startedAt: Date.now() })
    expect(await takeRunFile(file, url)).toHaveProperty('remove')
  })

  test('takes over when the process id belongs to another process by now', async () => {
    const file = write({ pid: process.ppid, url, startedAt: Date.now() - 3_600_000 })
    expect(await takeRunFile(file, url)).toHaveProperty('remove')
  })
})
