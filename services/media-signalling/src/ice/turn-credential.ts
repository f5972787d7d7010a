import { createHmac, randomBytes } from 'node:crypto'

export interface TurnCredential {
  readonly username: string
  readonly credential: string
}

/**
 * A credential by the convention "A REST API For Access To TURN Services" (draft-uberti-behave-turn-rest), which
 * coturn checks with `use-auth-secret`: the username holds its own expiry, the password is a keyed hash of it. The rest
 * of the username is random, so that a TURN server's log tells nothing of who played with whom.
 */
export function mintTurnCredential(options: {
  readonly secret: string
  readonly ttlMs: number
  readonly nowMs: number
  readonly opaque?: string
}): TurnCredential {
  const { secret, ttlMs, nowMs, opaque = randomBytes(9).toString('base64url') } = options
  const username = `${Math.ceil((nowMs + ttlMs) / 1000)}:${opaque}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
