import type { ListOwnBansResponse } from '@kla/proto'
import type { BanScope, OwnBans } from '@kla/proto/web'
import { isoOf, isoOrNull, textOrNull } from './values.js'

export const ownBansView = ({ bans }: ListOwnBansResponse): OwnBans => ({
  bans: bans.map(({ id, scope, reason, bannedAtMs, expiresAtMs }) => ({
    id,
    scope: scope as BanScope,
    reason: textOrNull(reason),
    banned_at: isoOf(bannedAtMs),
    expires_at: isoOrNull(expiresAtMs),
  })),
})
