import type { IceServer } from '@kla/proto'
import { mintTurnCredential } from './turn-credential.js'

export interface IceSettings {
  readonly stunUrls: readonly string[]
  readonly turnUrls: readonly string[]
  readonly turnSecret: string
  readonly turnTtlMs: number
}

/** The servers for one player, with a credential of its own that is minted now and kept nowhere. */
export function mintIceServers(settings: IceSettings, nowMs: number): IceServer[] {
  const servers: IceServer[] = []
  if (settings.stunUrls.length > 0) servers.push({ urls: [...settings.stunUrls], username: '', credential: '' })
  if (settings.turnUrls.length > 0) {
    const minted = mintTurnCredential({ secret: settings.turnSecret, ttlMs: settings.turnTtlMs, nowMs })
    servers.push({ urls: [...settings.turnUrls], ...minted })
  }
  return servers
}
