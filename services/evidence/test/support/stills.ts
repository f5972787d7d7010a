import { createHash, generateKeyPairSync } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type PackedStill, packEnvelope, packStills, PATCH, SEALING_INFO, STILL } from '@kla/proto/web'
import type { PictureSize } from '../../src/places/rules/jpeg.js'

/** X25519, raw, base64url. */
export interface Keys {
  readonly privateKey: string
  readonly publicKey: string
}

export function newKeys(): Keys {
  const { d: privateKey = '', x: publicKey = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { privateKey, publicKey }
}

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

interface Sealing {
  readonly info?: string
  /** For the ephemeral key; drawn at random unless given. */
  readonly ekm?: Uint8Array
}

/** As a browser seals. */
export async function sealBytes(
  plaintext: Uint8Array,
  publicKey: string,
  token: string,
  { info = SEALING_INFO, ekm }: Sealing = {},
): Promise<Uint8Array> {
  const raw = Buffer.from(publicKey, 'base64url')
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.importKey('raw', bufferOf(raw), true),
    info: Buffer.from(info),
    ...(ekm ? { ekm: bufferOf(ekm) } : {}),
  })
  const ciphertext = new Uint8Array(await sender.seal(bufferOf(plaintext), Buffer.from(token)))
  const keyId = createHash('sha256').update(raw).digest().subarray(0, 8)
  return packEnvelope({ keyId, encapsulated: new Uint8Array(sender.enc), ciphertext })
}

export const seal = (stills: readonly PackedStill[], publicKey: string, token: string): Promise<Uint8Array> =>
  sealBytes(packStills(stills), publicKey, token)

/** A picture of this size, by its header; `mark` tells it from others. */
export const aJpeg = ({ width, height }: PictureSize, mark = 0): Uint8Array =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, mark, mark, 0xff, 0xff, 0xc0, 0, 11, 8],
    ...[height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9],
  ])

/** Patches with marks from 1, stills with marks from 101. */
export const someStills = (count = 3, { patchesOnly = false } = {}): PackedStill[] =>
  Array.from({ length: count }, (_, at) => ({
    takenAtMs: 1_764_000_000_000 + at * 1_000,
    patch: aJpeg(PATCH, at + 1),
    still: patchesOnly ? new Uint8Array() : aJpeg(STILL, at + 101),
  }))
