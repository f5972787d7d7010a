import { createHmac } from 'node:crypto'

export interface TurnCredential {
  readonly username: string
  readonly credential: string
}

const OPAQUE_BYTES = 15

/**
 * A credential by the convention "A REST API For Access To TURN Services" (draft-uberti-behave-turn-rest), which
 * coturn checks with `use-auth-secret`: the username holds its own expiry, the password is a keyed hash of it. The rest
 * of the username is a keyed hash of who it is for, so that a TURN server's log tells nothing of who played with whom.
 *
 * coturn counts quotas by the whole name. So whoever asks again gets the same one: its expiry is rounded up to whole lives of
 * a credential, which makes it hold for one to two of them, and one holder has at most two names at a time.
 */
export function mintTurnCredential(options: {
  readonly secret: string
  readonly ttlMs: number
  readonly nowMs: number
  /** Names who it is for: somebody's place in one room. */
  readonly holder: string
}): TurnCredential {
  const { secret, ttlMs, nowMs, holder } = options
  const expiresAtMs = Math.ceil((nowMs + ttlMs) / ttlMs) * ttlMs
  const opaque = createHmac('sha256', secret).update(`holder ${holder}`).digest().subarray(0, OPAQUE_BYTES).toString('base64url')
  const username = `${Math.ceil(expiresAtMs / 1000)}:${opaque}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
