import type { Ban as WireBan, Member } from '@kla/proto'
import type { Ban } from '../../domain/bans/ban.js'

/** A ban as administrators get it. */
export const wireBan = (ban: Ban, accounts: ReadonlyMap<number, Pick<Member, 'username'>>): WireBan => ({
  id: ban.id,
  userId: ban.accountId,
  userName: accounts.get(ban.accountId)?.username ?? '',
  scope: ban.scope,
  reason: ban.reason,
  notes: ban.notes,
  evidenceJson: ban.evidence,
  bannedAtMs: ban.bannedAtMs,
  expiresAtMs: ban.expiresAtMs ?? 0,
  liftedAtMs: ban.liftedAtMs ?? 0,
  bannedBy: ban.bannedBy,
  liftedBy: ban.liftedBy,
  liftReason: ban.liftReason,
  held: ban.held,
})
