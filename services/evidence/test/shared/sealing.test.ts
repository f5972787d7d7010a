import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { packStills, unpackEnvelope, unpackStills } from '@kla/proto/web'
import { createUnsealer, privateKeys, readSealingKey } from '../../src/shared/sealing.js'
import { newKeys, seal, sealBytes, someStills } from '../support/stills.js'

const TOKEN = 'a'.repeat(43)

describe('a sealing key', () => {
  test.each(['', 'short', `${newKeys().privateKey}=`, 'x'.repeat(44)])(
    'is refused as "%s", which is not 32 bytes in base64url',
    (text) => {
      expect(() => readSealingKey(text)).toThrow('not 32 bytes')
    },
  )

  test('is not quoted in errors about its setting', () => {
    const { privateKey } = newKeys()
    const read = (): unknown => privateKeys('keys').parse(`${privateKey},${privateKey}x`)
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining(privateKey) as unknown }))
  })
})

describe('createUnsealer', () => {
  const keys = newKeys()
  const older = newKeys()
  const unsealer = createUnsealer([keys, older].map(({ privateKey }) => readSealingKey(privateKey)))

  test('opens an envelope sealed to its current or an older key', async () => {
    for (const { publicKey } of [keys, older]) {
      const plaintext = await unsealer.open(await seal(someStills(), publicKey, TOKEN), TOKEN)
      expect(plaintext).toEqual(new Uint8Array(packStills(someStills())))
    }
  })

  test('rejects an envelope sealed to another key', async () => {
    expect(await unsealer.open(await seal(someStills(), newKeys().publicKey, TOKEN), TOKEN)).toBe('no-key')
  })

  test('rejects anything but an envelope', async () => {
    for (const bytes of [new Uint8Array(), Buffer.from('not sealed'), Buffer.alloc(1_000)])
      expect(await unsealer.open(bytes, TOKEN)).toBe('no-key')
  })

  test('rejects an envelope of another place or purpose', async () => {
    const sealed = await seal(someStills(), keys.publicKey, TOKEN)
    expect(await unsealer.open(sealed, 'b'.repeat(43))).toBe('unsound')
    const other = await sealBytes(packStills(someStills()), keys.publicKey, TOKEN, { info: 'something else' })
    expect(await unsealer.open(other, TOKEN)).toBe('unsound')
  })

  test('detects every flipped byte', async () => {
    const sealed = await sealBytes(Buffer.from('short'), keys.publicKey, TOKEN)
    for (let at = 0; at < sealed.length; at++) {
      const flipped = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect({ at, opened: await unsealer.open(flipped, TOKEN) }).toEqual({ at, opened: at < 9 ? 'no-key' : 'unsound' })
    }
  })
})

// Shared with the frontend's test.
describe('the reference sealed stills', () => {
  const known = JSON.parse(
    readFileSync(new URL('../../../../proto/test/sealed-stills.json', import.meta.url), 'utf8'),
  ) as {
    readonly [name in 'publicKey' | 'privateKey' | 'ekm' | 'token' | 'sealed']: string
  } & { readonly stills: readonly { takenAtMs: number; patch: string; still: string }[] }
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))
  const stills = known.stills.map(({ takenAtMs, patch, still }) => ({
    takenAtMs,
    patch: bytes(patch),
    still: bytes(still),
  }))

  test('open to the stills that were packed', async () => {
    const plaintext = await createUnsealer([readSealingKey(known.privateKey)]).open(bytes(known.sealed), known.token)
    expect(unpackStills(plaintext as Uint8Array)).toEqual(stills)
  })

  test('name the key that they were sealed to', () => {
    expect(Buffer.from(unpackEnvelope(bytes(known.sealed))!.keyId)).toEqual(readSealingKey(known.privateKey).keyId)
  })

  test('are reproduced from the same ephemeral key', async () => {
    const sealed = await sealBytes(packStills(stills), known.publicKey, known.token, { ekm: bytes(known.ekm) })
    expect(Buffer.from(sealed).toString('base64url')).toBe(known.sealed)
  })
})
