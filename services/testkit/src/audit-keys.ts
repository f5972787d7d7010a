import { createFactSigner, createFactVerifier } from '@kla/chassis'
import { generateKeyPairSync } from 'node:crypto'

/** A pair to sign facts for the audit log with (Ed25519, PEM). */
export const createAuditKeys = (): { readonly privateKey: string; readonly publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

const pair = createAuditKeys()

/** What each service of this test process signs with, and moderation checks with. */
export const TEST_AUDIT = {
  ...pair,
  signer: createFactSigner(pair.privateKey),
  verifier: createFactVerifier(pair.publicKey),
} as const
