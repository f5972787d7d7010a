import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets that have to be read again (AES-256-GCM). */
export interface SecretBox {
  /** `owner` is whose secret it is; it opens for nobody else. */
  seal(secret: Buffer, owner: number): Buffer
  /** Throws when the box was sealed with another key, for somebody else, or was changed. */
  open(sealed: Buffer, owner: number): Buffer
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `key`: 32 bytes. A box is a nonce, a tag and the encrypted secret. */
export const createSecretBox = (key: Buffer): SecretBox => ({
  seal(secret, owner) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(ownerData(owner))
    const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  },
  open(sealed, owner) {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(ownerData(owner))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  },
})

const ownerData = (owner: number): Buffer => Buffer.from(`administrator:${owner}`)
