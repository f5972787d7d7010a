import { createHmac } from 'node:crypto'
import { type Call, gauge, type Metrics } from '@kla/chassis'
import type { IceServer, MintProbeRequest, MintProbeResponse } from '@kla/proto'
import type { IceTransportPolicy } from '../shared/rules.js'

/** ICE servers, credentials and what browsers may use. */
export interface IceSettings {
  readonly iceTransportPolicy: IceTransportPolicy
  readonly stunUrls: readonly string[]
  readonly turnUrls: readonly string[]
  readonly turnSecret: string
  readonly turnTtlMs: number
}

/** Counts its allocations together: an account, a judge's connection, or a relay test. */
export type Holder =
  | { readonly accountId: number }
  | { readonly roomId: string; readonly judge: string }
  | { readonly probing: number }

export function measureRelays(metrics: Metrics, { turnUrls }: Pick<IceSettings, 'turnUrls'>): void {
  const configured = gauge(
    metrics,
    'kla_relays_configured',
    'TURN addresses that browsers are given; 0: some cannot connect.',
  )
  configured.set(turnUrls.length)
}

export function mintIceServers(
  { stunUrls, turnUrls, turnSecret, turnTtlMs }: Omit<IceSettings, 'iceTransportPolicy'>,
  holder: Holder,
  nowMs: number,
): IceServer[] {
  const servers: IceServer[] = []
  if (stunUrls.length > 0) servers.push({ urls: [...stunUrls], username: '', credential: '' })
  if (turnUrls.length > 0) {
    servers.push({
      urls: [...turnUrls],
      ...mintTurnCredential({ secret: turnSecret, ttlMs: turnTtlMs, nowMs, holder }),
    })
  }
  return servers
}

const PROBE_TTL_MS = 60_000

/** Credentials per account, which share a quota. */
export const mintProbe =
  (settings: IceSettings, now: () => number = Date.now) =>
  async (_request: MintProbeRequest, call: Pick<Call, 'principal'>): Promise<MintProbeResponse> => {
    const { accountId } = await call.principal()
    const nowMs = now()
    return {
      iceServers: mintIceServers({ ...settings, turnTtlMs: PROBE_TTL_MS }, { probing: accountId }, nowMs),
      iceTransportPolicy: settings.iceTransportPolicy,
      expiresAtMs: nowMs + PROBE_TTL_MS,
    }
  }

const OPAQUE_BYTES = 15
const DAY_MS = 24 * 3_600_000

/**
 * TURN credential (draft-uberti-behave-turn-rest, coturn's `use-auth-secret`). Holders are hashed: no log names an
 * account. Their part is constant for a UTC day, for quotas. Not for longer, so that logs link no account across days.
 */
export function mintTurnCredential(options: {
  readonly secret: string
  readonly ttlMs: number
  readonly nowMs: number
  readonly holder: Holder
}): { readonly username: string; readonly credential: string } {
  const { secret, ttlMs, nowMs, holder } = options
  const opaque = createHmac('sha256', secret)
    .update(JSON.stringify([...nameOf(holder), Math.floor(nowMs / DAY_MS)]))
    .digest()
    .subarray(0, OPAQUE_BYTES)
  const username = `${Math.ceil((nowMs + ttlMs) / 1000)}:${base32(opaque)}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

function nameOf(holder: Holder): readonly (string | number)[] {
  if ('probing' in holder) return ['probe', holder.probing]
  return 'judge' in holder ? ['judge', holder.roomId, holder.judge] : ['account', holder.accountId]
}

/** RFC 4648, section 7, whole groups only. */
const base32 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart((bytes.length / 5) * 8, '0')
