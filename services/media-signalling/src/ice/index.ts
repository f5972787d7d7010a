import { createHmac } from 'node:crypto'
import type { IceServer } from '@kla/proto'
import type { IceTransportPolicy } from '../shared/rules.js'

interface TurnCredential {
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

export interface IceSettings {
  readonly iceTransportPolicy: IceTransportPolicy
  readonly stunUrls: readonly string[]
  readonly turnUrls: readonly string[]
  readonly turnSecret: string
  readonly turnTtlMs: number
}

/** Who gets servers: a player by its account, whatever connection it has; a watcher by its own, as judges have no account. */
export interface Holder {
  readonly roomId: string
  readonly who: { readonly accountId: number } | { readonly socketId: string }
}

/** The servers for one player or watcher, with a credential of its own that is made now and kept nowhere. */
export function mintIceServers(settings: Omit<IceSettings, 'iceTransportPolicy'>, { roomId, who }: Holder, nowMs: number): IceServer[] {
  const servers: IceServer[] = []
  if (settings.stunUrls.length > 0) servers.push({ urls: [...settings.stunUrls], username: '', credential: '' })
  if (settings.turnUrls.length > 0) {
    const holder = 'accountId' in who ? `player ${who.accountId} ${roomId}` : `watcher ${who.socketId} ${roomId}`
    const minted = mintTurnCredential({ secret: settings.turnSecret, ttlMs: settings.turnTtlMs, nowMs, holder })
    servers.push({ urls: [...settings.turnUrls], ...minted })
  }
  return servers
}
