import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createSecrets } from '../src/secrets.js'

let directory: string
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'kla-secrets-'))))
afterAll(() => rm(directory, { recursive: true }))

describe('secrets', () => {
  test('creates raw X25519 keys once', () => {
    const file = join(directory, 'sealing.json')
    const made = createSecrets(file).sealingKeys('evidence')
    expect(made).toEqual({
      privateKey: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      publicKey: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    })
    expect(createSecrets(file).sealingKeys('evidence')).toEqual(made)
  })

  test('creates a secret once, readable by its owner alone', async () => {
    const file = join(directory, 'secrets.json')
    const made = createSecrets(file)
    const [first, other, keys] = [made.take('a'), made.take('b'), made.keyPair('principal')]
    expect(first).not.toBe(other)
    const kept = createSecrets(file)
    expect([kept.take('a'), kept.keyPair('principal')]).toEqual([first, keys])
    expect((await stat(file)).mode & 0o077).toBe(0)
  })
})
