import type { BanScope } from '@kla/proto/web'
import type { Ban } from '../domain/bans/ban.js'

/** A row of bans. */
export interface BanRow {
  readonly id: number
  readonly account_id: number
  readonly scope: BanScope
  readonly reason: string
  readonly notes: string
  readonly evidence: string
  readonly banned_at: Date
  readonly expires_at: Date | null
  readonly banned_by: string
  readonly lifted_at: Date | null
  readonly lifted_by: string
  readonly lift_reason: string
  readonly held: boolean
}

/** The columns of a {@link BanRow}. */
export const BAN_COLUMNS = `id, account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by, lifted_at,
  lifted_by, lift_reason, held`

/** The bans in force at the time `$<place>`. */
export const inForceAt = (place: number): string =>
  `lifted_at IS NULL AND hidden_at IS NULL AND (expires_at IS NULL OR expires_at > $${place}::timestamptz)`

export const banOf = (row: BanRow): Ban => ({
  id: row.id,
  accountId: row.account_id,
  scope: row.scope,
  reason: row.reason,
  notes: row.notes,
  evidence: row.evidence,
  bannedAtMs: row.banned_at.getTime(),
  expiresAtMs: row.expires_at?.getTime(),
  bannedBy: row.banned_by,
  liftedAtMs: row.lifted_at?.getTime(),
  liftedBy: row.lifted_by,
  liftReason: row.lift_reason,
  held: row.held,
})
