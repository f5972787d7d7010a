import { Secret, TOTP } from 'otpauth'
import { TOTP_STEP_MS, TOTP_WINDOW, usableStep, type TotpStep } from '../domain/administrator-totp.js'
import type { Random } from '../tokens/secrets.js'
import type { SecretBox } from './secret-box.js'

/** An administrator's secret, as it is stored. */
export interface SealedSecret {
  readonly administratorId: number
  readonly sealed: Buffer
}

export interface TotpCodes {
  /** A new secret: to store, and to show once. */
  create(administrator: { id: number; name: string }): { sealed: Buffer; secret: string; otpauthUrl: string }
  /** The time step of a code, if it is one of this secret and later than `lastStep`. */
  check(secret: SealedSecret, code: string, lastStep: number): TotpStep
}

const ISSUER = 'Kla'
const SECRET_BYTES = 20
const CODE = /^\d{6}$/

export function createTotpCodes({ box, random, now }: { box: SecretBox; random: Random; now: () => number }): TotpCodes {
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
      // Authenticators show a space in the middle.
      const token = given.replace(/\s/g, '')
      if (!CODE.test(token)) return { refused: 'WRONG_CODE' }
      const nowMs = now()
      const codes = codesOf(box.open(sealed, administratorId))
      const delta = codes.validate({ token, timestamp: nowMs, window: TOTP_WINDOW })
      return usableStep(delta ?? undefined, nowMs, lastStep)
    },
  }
}
