import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets that have to be read again (AES-256-GCM). */
export interface SecretBox {
  /** `owner` is whose secret it is; it opens for nobody else. */
  seal(secret: Buffer, owner: number): Buffer
  /** Throws when the box was sealed with a key that is not known, for somebody else, or was changed. */
  open(sealed: Buffer, owner: number): Buffer
  /** The same box as the newest key seals it; undefined if that key opens it already. Throws like `open`. */
  renewed(sealed: Buffer, owner: number): Buffer | undefined
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * `keys`: of 32 bytes each, the newest first: it seals, and each of them opens. A box is a nonce, a tag and the
 * encrypted secret.
 */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  const [newest, ...older] = keys
  const seal: SecretBox['seal'] = (secret, owner) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, newest, nonce, { authTagLength: TAG_BYTES }).setAAD(ownerData(owner))
    const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  }
  return {
    seal,
    open: (sealed, owner) => openWithAny(keys, sealed, owner),
    renewed(sealed, owner) {
      try {
        openWith(newest, sealed, owner)
        return undefined
      } catch {
        return seal(openWithAny(older, sealed, owner), owner)
      }
    },
  }
}

function openWithAny(keys: readonly Buffer[], sealed: Buffer, owner: number): Buffer {
  for (const key of keys) {
    try {
      return openWith(key, sealed, owner)
    } catch {
      // Which of two reasons it has, another key or another content, the tag does not say.
    }
  }
  throw new Error('none of the keys opens this secret')
}

function openWith(key: Buffer, sealed: Buffer, owner: number): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(ownerData(owner))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

const ownerData = (owner: number): Buffer => Buffer.from(`administrator:${owner}`)
