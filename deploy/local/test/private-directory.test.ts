import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startNats, startRedis } from '../src/infrastructure/stores.js'
import { makePrivateDirectory } from '../src/private-directory.js'
import { createLauncher } from '../src/processes/launcher.js'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'kla-private-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('a directory of local mode', () => {
  test('is for its user alone, whether it is new or was open, while its parents are left as they are', () => {
    const old = join(directory, 'old')
    mkdirSync(old)
    chmodSync(old, 0o755)
    makePrivateDirectory(old)
    makePrivateDirectory(join(directory, 'parent', 'new'))
    expect([modeOf(old), modeOf(join(directory, 'parent', 'new'))]).toEqual(['700', '700'])
    expect(modeOf(join(directory, 'parent'))).not.toBe('700')
  })

  test('is closed before Redis, NATS or a log uses it', async () => {
    const paths = ['redis', 'nats', 'logs'].map((name) => join(directory, name))
    for (const path of paths) {
      mkdirSync(path)
      chmodSync(path, 0o755)
    }
    const [redis = '', nats = '', logs = ''] = paths
    const launcher = createLauncher(logs)
    try {
      // A program that ends at once: the folder is made ready before.
      await startRedis({ launcher, program: 'false', directory: redis, port: 1 }).catch(() => undefined)
      await startNats({ launcher, program: 'false', directory: nats, port: 1 }).catch(() => undefined)
    } finally {
      await launcher.close()
    }
    expect(paths.map(modeOf)).toEqual(['700', '700', '700'])
  })
})
