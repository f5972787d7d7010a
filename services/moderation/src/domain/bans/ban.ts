import type { BanScope } from '@kla/proto/web'

/** A ban as it is stored. */
export interface Ban {
  readonly id: number
  readonly accountId: number
  readonly scope: BanScope
  /** The banned person reads it. Empty for none, as notes and evidence. */
  readonly reason: string
  /** For administrators alone. */
  readonly notes: string
  /** JSON text. */
  readonly evidence: string
  /** All times in Unix milliseconds. */
  readonly bannedAtMs: number
  /** Undefined: permanent. */
  readonly expiresAtMs: number | undefined
  readonly bannedBy: string
  readonly liftedAtMs: number | undefined
  readonly liftedBy: string
  readonly liftReason: string
  /** Kept from being erased. */
  readonly held: boolean
}

/** Whether a ban takes effect at this time. */
export const isInForce = ({ liftedAtMs, expiresAtMs }: Ban, nowMs: number): boolean =>
  liftedAtMs === undefined && (expiresAtMs === undefined || expiresAtMs > nowMs)
