import type { Ban } from '@kla/proto'
import type { BanScope, BanView } from '@kla/proto/web'
import { isoOf, isoOrNull, textOrNull } from '../values.js'

export const banView = (ban: Ban): BanView => ({
  id: ban.id,
  user_id: ban.userId,
  user_name: ban.userName,
  scope: ban.scope as BanScope,
  reason: textOrNull(ban.reason),
  notes: textOrNull(ban.notes),
  evidence: ban.evidenceJson === '' ? null : (JSON.parse(ban.evidenceJson) as unknown),
  banned_at: isoOf(ban.bannedAtMs),
  expires_at: isoOrNull(ban.expiresAtMs),
  lifted_at: isoOrNull(ban.liftedAtMs),
  banned_by: ban.bannedBy,
  lifted_by: textOrNull(ban.liftedBy),
  lift_reason: textOrNull(ban.liftReason),
  held: ban.held,
})
