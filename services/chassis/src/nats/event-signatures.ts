import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Variable } from '../config.js'

/** Base64. */
export const SIGNATURE_HEADER = 'kla-signature'

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g
const unescaped = (pem: string): string => pem.replaceAll('\\n', '\n')

/** Signs events that a receiver accepts from their source only. */
export interface EventSigner {
  /** Over subject and payload, base64. */
  sign(subject: string, data: Uint8Array): string
}

export interface EventVerifier {
  /** Whether one of the source's keys signed this payload for this subject. */
  verify(subject: string, data: Uint8Array, signature: string | undefined): boolean
}

/** The subject is part of it: an event replayed under another source's subject is invalid. */
const signed = (subject: string, data: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`kla-event\n${subject}\n`), data])

/** An Ed25519 private key (PKCS8, PEM; line ends may be `\n`). Throws without quoting it. */
export function createEventSigner(privatePem: string): EventSigner {
  const key = readKey(() => createPrivateKey(unescaped(privatePem)), 'is')
  return { sign: (subject, data) => sign(null, signed(subject, data), key).toString('base64') }
}

/** One source's Ed25519 public keys (SPKI, PEM), several while its key changes. Throws without a valid one. */
export function createEventVerifier(publicPems: string): EventVerifier {
  const blocks = unescaped(publicPems).match(PEM_BLOCK) ?? []
  if (blocks.length === 0) throw new Error('holds no public key in PEM')
  const keys = blocks.map((pem) => readKey(() => createPublicKey(pem), 'holds a key that is'))
  return {
    verify(subject, data, signature) {
      if (!signature) return false
      const bytes = Buffer.from(signature, 'base64')
      return keys.some((key) => verify(null, signed(subject, data), key, bytes))
    },
  }
}

/** The setting of a signing service. */
export const eventSigner = (about: string): Variable<EventSigner> => ({ about, secret: true, parse: createEventSigner })

/** The setting of a verifying service. */
export const eventVerifier = (about: string): Variable<EventVerifier> => ({ about, parse: createEventVerifier })

function readKey(read: () => KeyObject, what: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = read()
  } catch {
    // Its error could quote the key.
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${what} no Ed25519 key in PEM`)
  return key
}
