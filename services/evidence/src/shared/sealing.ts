import { createHash, createPrivateKey, createPublicKey, type webcrypto } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Variable } from '@kla/chassis'
import { SEALING_INFO, unpackEnvelope } from '@kla/proto/web'

/** Private key for sealed stills, with its id. */
export interface SealingKey {
  readonly privateKey: Uint8Array
  readonly keyId: Uint8Array
}

/** Prefix of the 32 key bytes (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')
const RAW_KEY = /^[\w-]{43}$/
const KEY_ID_BYTES = 8

/** Reads base64url; never quotes the key in errors. */
export function readSealingKey(text: string): SealingKey {
  if (!RAW_KEY.test(text)) throw new Error('holds a key that is not 32 bytes in base64url')
  const privateKey = Buffer.from(text, 'base64url')
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, privateKey]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const keyId = createHash('sha256').update(Buffer.from(x, 'base64url')).digest().subarray(0, KEY_ID_BYTES)
  return { privateKey, keyId }
}

export const privateKeys = (about: string): Variable<readonly SealingKey[]> => ({
  about,
  secret: true,
  parse: (value) => value.split(',').map((text) => readSealingKey(text.trim())),
})

/** Opens what reporters' browsers seal. */
export interface Unsealer {
  /** `no-key`: no envelope or key; `unsound`: altered. */
  open(sealed: Uint8Array, token: string): Promise<Uint8Array | 'no-key' | 'unsound'>
}

/** The package's own type needs the DOM's. */
type Imported = Promise<webcrypto.CryptoKey>

/** HPKE in base mode: X25519, HKDF-SHA256, AES-256-GCM. */
export function createUnsealer(keys: readonly SealingKey[]): Unsealer {
  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  const info = Buffer.from(SEALING_INFO)
  const imported = new Map<SealingKey, Imported>()
  const recipientKeyOf = (key: SealingKey): Imported => {
    const known = imported.get(key) ?? suite.kem.importKey('raw', new Uint8Array(key.privateKey).buffer, false)
    imported.set(key, known)
    return known
  }

  return {
    async open(sealed, token) {
      const envelope = unpackEnvelope(sealed)
      const key = envelope && keys.find(({ keyId }) => Buffer.compare(keyId, envelope.keyId) === 0)
      if (!envelope || !key) return 'no-key'
      const recipientKey = await recipientKeyOf(key)
      try {
        const opened = await suite.open(
          { recipientKey, enc: envelope.encapsulated, info },
          envelope.ciphertext,
          Buffer.from(token),
        )
        return new Uint8Array(opened)
      } catch {
        return 'unsound'
      }
    },
  }
}
