import { gauge, type Metrics } from '@kla/chassis'
import type { IceServer } from '@kla/proto'
import { createHmac } from 'node:crypto'
import type { IceTransportPolicy } from '../shared/rules.js'

export interface IceSettings {
  readonly iceTransportPolicy: IceTransportPolicy
  readonly stunUrls: readonly string[]
  readonly turnUrls: readonly string[]
  readonly turnSecret: string
  readonly turnTtlMs: number
}

/** Players are named by account, watchers by socket: judges have no account. */
export interface Holder {
  readonly roomId: string
  readonly who: { readonly accountId: number } | { readonly socketId: string }
}

export function measureRelays(metrics: Metrics, { turnUrls }: Pick<IceSettings, 'turnUrls'>): void {
  const configured = gauge(metrics, 'kla_relays_configured', 'TURN addresses that browsers are given; 0: some cannot connect.')
  configured.set(turnUrls.length)
}

export function mintIceServers(
  { stunUrls, turnUrls, turnSecret, turnTtlMs }: Omit<IceSettings, 'iceTransportPolicy'>,
  { roomId, who }: Holder,
  nowMs: number,
): IceServer[] {
  const servers: IceServer[] = []
  if (stunUrls.length > 0) servers.push({ urls: [...stunUrls], username: '', credential: '' })
  if (turnUrls.length > 0) {
    const holder = 'accountId' in who ? `player ${who.accountId} ${roomId}` : `watcher ${who.socketId} ${roomId}`
    const minted = mintTurnCredential({ secret: turnSecret, ttlMs: turnTtlMs, nowMs, holder })
    servers.push({ urls: [...turnUrls], ...minted })
  }
  return servers
}

const OPAQUE_BYTES = 15

/**
 * A credential by "A REST API For Access To TURN Services" (draft-uberti-behave-turn-rest), coturn's `use-auth-secret`.
 * The holder is hashed, so that a TURN server's log does not show who played with whom. coturn counts quotas by
 * username: the expiry is a multiple of the lifetime, which gives a holder at most two names at a time.
 */
export function mintTurnCredential(options: {
  readonly secret: string
  readonly ttlMs: number
  readonly nowMs: number
  readonly holder: string
}): { readonly username: string; readonly credential: string } {
  const { secret, ttlMs, nowMs, holder } = options
  const expiresAtMs = Math.ceil((nowMs + ttlMs) / ttlMs) * ttlMs
  const opaque = createHmac('sha256', secret).update(`holder ${holder}`).digest().subarray(0, OPAQUE_BYTES).toString('base64url')
  const username = `${Math.ceil(expiresAtMs / 1000)}:${opaque}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
