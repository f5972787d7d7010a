import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import { type EvidenceContent, type PackedStill, packEnvelope, packStills, SEALING_INFO } from '@kla/proto/web'

/** Brings X25519, which not every browser's WebCrypto has. */
const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

const KEY_ID_BYTES = 8

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

interface Sealing {
  stills: readonly PackedStill[]
  content: EvidenceContent
  /** Raw X25519 public key, base64url. */
  key: string
  token: string
}

/** Returns the envelope (proto/web/evidence.ts), which only the evidence process can open. */
export async function seal({ stills, content, key, token }: Sealing): Promise<Uint8Array<ArrayBuffer>> {
  const raw = fromBase64Url(key)
  const utf8 = new TextEncoder()
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.deserializePublicKey(raw.buffer),
    info: utf8.encode(SEALING_INFO).buffer,
  })
  const shown = content === 'stills' ? stills : stills.map((one) => ({ ...one, still: new Uint8Array() }))
  const ciphertext = await sender.seal(packStills(shown).buffer, utf8.encode(token).buffer)
  return packEnvelope({
    keyId: new Uint8Array(await crypto.subtle.digest('SHA-256', raw)).subarray(0, KEY_ID_BYTES),
    encapsulated: new Uint8Array(sender.enc),
    ciphertext: new Uint8Array(ciphertext),
  })
}
