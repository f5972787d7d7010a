import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Variable } from '../config.js'

/** The header of a message that carries its signature, in base64. */
export const SIGNATURE_HEADER = 'kla-signature'

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g
const unescaped = (pem: string): string => pem.replaceAll('\\n', '\n')

/** Signs facts that another service takes only from their own source. */
export interface FactSigner {
  /** Of the fact and the subject that it goes to, in base64. */
  sign(subject: string, data: Uint8Array): string
}

/** Checks whether a fact comes from its source. */
export interface FactVerifier {
  /** Whether one of the source's keys has signed this fact for this subject. */
  verify(subject: string, data: Uint8Array, signature: string | undefined): boolean
}

/** What is signed: a fact moved to the subject of another source is no longer that fact. */
const signed = (subject: string, data: Uint8Array): Uint8Array => Buffer.concat([Buffer.from(`kla-fact\n${subject}\n`), data])

/** Takes a private key (Ed25519, PKCS8 in PEM; line ends may be written as \n). Throws without saying what it was given. */
export function createFactSigner(privatePem: string): FactSigner {
  const key = readKey(() => createPrivateKey(unescaped(privatePem)), 'is')
  return { sign: (subject, data) => sign(null, signed(subject, data), key).toString('base64') }
}

/**
 * Takes the public keys (Ed25519, SPKI in PEM) of one source, one after another: while its key changes there are two. Throws
 * when there is none, or one that is none.
 */
export function createFactVerifier(publicPems: string): FactVerifier {
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

/** The variable of a service that signs: its own private key. */
export const factSigner = (about: string): Variable<FactSigner> => ({ about, secret: true, parse: createFactSigner })

/** The variable of a service that checks: a source's public keys, one after another. */
export const factVerifier = (about: string): Variable<FactVerifier> => ({ about, parse: createFactVerifier })

function readKey(read: () => KeyObject, what: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = read()
  } catch {
    // Its error may quote what it was given.
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${what} no Ed25519 key in PEM`)
  return key
}
