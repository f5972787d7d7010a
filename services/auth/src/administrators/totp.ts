import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Random } from '../shared/tokens.js'
import { TOTP_STEP_MS, TOTP_WINDOW, type TotpStep, usableStep } from './rules/credentials.js'

interface SealedSecret {
  readonly administratorId: number
  readonly sealed: Buffer
}

/** Creates and checks one-time codes. */
export interface TotpCodes {
  create(administrator: { id: number; name: string }): { sealed: Buffer; secret: string; otpauthUrl: string }
  check(secret: SealedSecret, code: string, lastStep: number): TotpStep
}

const ISSUER = 'Kla'
const SECRET_BYTES = 20
const CODE = /^\d{6}$/

export function createTotpCodes({
  box,
  random,
  now,
}: {
  box: SecretBox
  random: Random
  now: () => number
}): TotpCodes {
  const codesOf = (bytes: Buffer, label = '') =>
    new TOTP({
      issuer: ISSUER,
      label,
      algorithm: 'SHA1',
      digits: 6,
      period: TOTP_STEP_MS / 1000,
      secret: new Secret({ buffer: new Uint8Array(bytes).buffer }),
    })
  return {
    create({ id, name }) {
      const bytes = random(SECRET_BYTES)
      const codes = codesOf(bytes, name)
      return { sealed: box.seal(bytes, id), secret: codes.secret.base32, otpauthUrl: codes.toString() }
    },
    check({ administratorId, sealed }, given, lastStep) {
      const token = given.replace(/\s/g, '')
      if (!CODE.test(token)) return { refused: 'WRONG_CODE' }
      const nowMs = now()
      const codes = codesOf(box.open(sealed, administratorId))
      const delta = codes.validate({ token, timestamp: nowMs, window: TOTP_WINDOW })
      return usableStep(delta ?? undefined, nowMs, lastStep)
    },
  }
}

interface SecretBox {
  seal(secret: Buffer, owner: number): Buffer
  /** Throws for unknown keys, other owners, or changed content. */
  open(sealed: Buffer, owner: number): Buffer
  renewed(sealed: Buffer, owner: number): Buffer | undefined
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: seals with the newest of `keys` (32 bytes), opens with any. Format: nonce, tag, ciphertext. */
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
      // Wrong key or changed content: the tag does not say.
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
