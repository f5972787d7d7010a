import type { IceServer } from '@kla/proto'
import { mintTurnCredential } from './turn-credential.js'

export interface IceSettings {
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
export function mintIceServers(settings: IceSettings, { roomId, who }: Holder, nowMs: number): IceServer[] {
  const servers: IceServer[] = []
  if (settings.stunUrls.length > 0) servers.push({ urls: [...settings.stunUrls], username: '', credential: '' })
  if (settings.turnUrls.length > 0) {
    const holder = 'accountId' in who ? `player ${who.accountId} ${roomId}` : `watcher ${who.socketId} ${roomId}`
    const minted = mintTurnCredential({ secret: settings.turnSecret, ttlMs: settings.turnTtlMs, nowMs, holder })
    servers.push({ urls: [...settings.turnUrls], ...minted })
  }
  return servers
}
