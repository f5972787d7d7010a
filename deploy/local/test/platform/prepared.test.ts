import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fingerprintOf } from '../../src/platform/schemas.js'

let directory: string
let file: string
let folder: string
const fingerprint = (): Promise<string> => fingerprintOf([file, folder])

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-prepared-'))
  file = join(directory, 'entry.js')
  folder = join(directory, 'migrations')
  await mkdir(folder)
  await writeFile(file, 'run()')
  await writeFile(join(folder, '001.sql'), 'SELECT 1')
})
afterEach(() => rm(directory, { recursive: true }))

describe('fingerprint', () => {
  test('is the same for the same files', async () => {
    const before = await fingerprint()
    await writeFile(file, 'run()')
    expect(await fingerprint()).toBe(before)
  })

  test.each<readonly [string, () => Promise<void>]>([
    ['another byte in a file', () => writeFile(file, 'run(1)')],
    ['another byte in a file of a folder', () => writeFile(join(folder, '001.sql'), 'SELECT 2')],
    ['one file more', () => writeFile(join(folder, '002.sql'), '')],
    ['another name', () => rename(join(folder, '001.sql'), join(folder, '002.sql'))],
  ])('changes with %s', async (_, change) => {
    const before = await fingerprint()
    await change()
    expect(await fingerprint()).not.toBe(before)
  })
})
