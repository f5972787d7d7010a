import { createHmac, randomBytes } from 'node:crypto'

export interface Tokens {
  /** How many were given out. */
  readonly issued: number
  issue(): string
  good(token: string | undefined): boolean
  /** Refuses all that were given out until now. */
  expireAll(): void
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Temporary tokens: JWTs, as the provider's are, which say themselves when they end. */
export function createTokens(lifeMs: number, now: () => number = Date.now): Tokens {
  const secret = randomBytes(32)
  const living = new Map<string, number>()
  let issued = 0
  return {
    get issued() {
      return issued
    },
    issue() {
      issued++
      for (const [token, untilMs] of living) if (untilMs <= now()) living.delete(token)
      const untilMs = now() + lifeMs
      const body = [
        encode({ alg: 'HS256', typ: 'JWT' }),
        encode({ iss: 'gif-provider', iat: Math.floor(now() / 1000), exp: Math.floor(untilMs / 1000), jti: issued }),
      ].join('.')
      const token = `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
      living.set(token, untilMs)
      return token
    },
    good: (token) => token !== undefined && (living.get(token) ?? 0) > now(),
    expireAll: () => living.clear(),
  }
}
