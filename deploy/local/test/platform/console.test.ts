import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { consoleOf, encryptionKey } from '../../src/platform/console.js'
import { createSecrets } from '../../src/secrets.js'

describe('consoleOf', () => {
  test('keeps the generated address and password of an installation', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kla-console-'))
    const secrets = () => createSecrets(join(directory, 'secrets.json'))
    const first = consoleOf(secrets(), 'http://localhost:1', {})
    expect(consoleOf(secrets(), 'http://localhost:1', {})).toEqual(first)
    expect(first.url).toBe(`http://localhost:1/${first.path}`)
    expect(first.password.length).toBeGreaterThan(12)
    const chosen = { ADMIN_PATH: 'back-room', ADMIN_PASSWORD: 'chosen by somebody' }
    expect(consoleOf(secrets(), 'http://localhost:1', chosen)).toMatchObject({
      path: 'back-room',
      password: 'chosen by somebody',
    })
    const key = encryptionKey(secrets(), 'one')
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(encryptionKey(secrets(), 'one')).toBe(key)
    await rm(directory, { recursive: true })
  })
})
