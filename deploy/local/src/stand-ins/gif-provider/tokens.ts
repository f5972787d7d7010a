import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

export function temporaryToken(app: FastifyInstance, tokens: Tokens): void {
  app.get('/v2/auth/temporary', async (request) => ({
    token: tokens.issue(),
    addr: request.ip,
    agent: request.headers['user-agent'] ?? '',
    session: '',
  }))
}

export interface Tokens {
  readonly issued: number
  issue(): string
  good(token: string | undefined): boolean
  expireAll(): void
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Issues JWTs with their own expiry. */
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

interface RateLimit {
  allows(): boolean
  refuseNext(requests: number): void
}

const WINDOW_MS = 60_000

export function createRateLimit(perMinute: number): RateLimit {
  let refused = 0
  let recent: number[] = []
  return {
    allows() {
      if (refused > 0) {
        refused--
        return false
      }
      const nowMs = Date.now()
      recent = recent.filter((at) => at > nowMs - WINDOW_MS)
      if (recent.length >= perMinute) return false
      recent.push(nowMs)
      return true
    },
    refuseNext(requests) {
      refused = requests
    },
  }
}

export const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message, status } })
