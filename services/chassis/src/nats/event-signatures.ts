import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Variable } from '../config.js'
import { publicKeysIn, unescaped } from '../public-keys.js'

export const SIGNATURE_HEADER = 'kla-signature'

/** Signs events, so that receivers can trust their source. */
export interface EventSigner {
  /** Signs subject and payload; base64. */
  sign(subject: string, data: Uint8Array): string
}

/** Checks that an event comes from its source. */
export interface EventVerifier {
  /** True if one of the source's keys signed it. */
  verify(subject: string, data: Uint8Array, signature: string | undefined): boolean
}

/** Includes the subject, against replays under another. */
const signed = (subject: string, data: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`kla-event\n${subject}\n`), data])

/** Takes an Ed25519 key (PKCS8, PEM; line ends may be `\n`). Throws without quoting it. */
export function createEventSigner(privatePem: string): EventSigner {
  const key = readKey(() => createPrivateKey(unescaped(privatePem)), 'is')
  return { sign: (subject, data) => sign(null, signed(subject, data), key).toString('base64') }
}

/** Takes Ed25519 public keys (SPKI, PEM), several while they change. */
export function createEventVerifier(publicPems: string): EventVerifier {
  const blocks = publicKeysIn(publicPems)
  if (blocks.length === 0) throw new Error('contains no public key in PEM')
  const keys = blocks.map((pem) => readKey(() => createPublicKey(pem), 'contains a key that is'))
  return {
    verify(subject, data, signature) {
      if (!signature) return false
      const bytes = Buffer.from(signature, 'base64')
      return keys.some((key) => verify(null, signed(subject, data), key, bytes))
    },
  }
}

export const eventSigner = (about: string): Variable<EventSigner> => ({ about, secret: true, parse: createEventSigner })

export const eventVerifier = (about: string): Variable<EventVerifier> => ({ about, parse: createEventVerifier })

function readKey(read: () => KeyObject, what: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = read()
  } catch {
    // Its error could quote the key.
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${what} not an Ed25519 key in PEM`)
  return key
}
