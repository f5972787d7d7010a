import { createHash } from 'node:crypto'
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import { expect, test } from '@jest/globals'
import { SEALED_MAX_BYTES, SEALING_INFO, STILLS_MAX, unpackEnvelope, unpackStills } from '@kla/proto/web'
import { seal } from '../../../src/entities/reports/sealing.js'
import { STILL_MAX_BYTES } from '../../../src/shared/rtc/draw-still.js'

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const TOKEN = 'a'.repeat(43)
const stillsOf = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => ({
    takenAtMs: 1_700_000_000_000 + index * 1000,
    still: new Uint8Array(bytes).fill(index),
    patch: Uint8Array.of(0xff, 0xd8, index),
  }))

async function keys() {
  const pair = await suite.kem.generateKeyPair()
  const raw = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey))
  return { pair, raw, key: raw.toString('base64url') }
}

async function open(envelope: Uint8Array, recipientKey: CryptoKeyPair, token = TOKEN) {
  const parts = unpackEnvelope(envelope)
  if (!parts) throw new Error('no envelope')
  const recipient = await suite.createRecipientContext({
    recipientKey,
    enc: Uint8Array.from(parts.encapsulated).buffer,
    info: new TextEncoder().encode(SEALING_INFO).buffer,
  })
  const packed = await recipient.open(Uint8Array.from(parts.ciphertext).buffer, new TextEncoder().encode(token).buffer)
  return unpackStills(new Uint8Array(packed))
}

test('seals stills to the key, which alone opens them, for the place that was given', async () => {
  const { pair, raw, key } = await keys()
  const stills = stillsOf(3, 100)
  const envelope = await seal({ stills, content: 'stills', key, token: TOKEN })
  expect(unpackEnvelope(envelope)?.keyId).toEqual(
    new Uint8Array(createHash('sha256').update(raw).digest().subarray(0, 8)),
  )
  expect(Buffer.from(envelope).includes(Buffer.from([0xff, 0xd8, 1]))).toBe(false)
  expect(await open(envelope, pair)).toEqual(stills)
  await expect(open(envelope, pair, 'b'.repeat(43))).rejects.toThrow()
  await expect(open(envelope, (await keys()).pair)).rejects.toThrow()
})

test('leaves the sharp pictures out where only patches are asked for', async () => {
  const { pair, key } = await keys()
  const envelope = await seal({ stills: stillsOf(2, 100), content: 'patches', key, token: TOKEN })
  expect((await open(envelope, pair))?.map(({ still, patch }) => [still.length, patch.length])).toEqual([
    [0, 3],
    [0, 3],
  ])
})

test('keeps a full ring of the largest pictures under the limit', async () => {
  const { key } = await keys()
  const envelope = await seal({ stills: stillsOf(STILLS_MAX, STILL_MAX_BYTES), content: 'stills', key, token: TOKEN })
  expect(envelope.length).toBeLessThan(SEALED_MAX_BYTES)
})
