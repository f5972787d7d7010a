import type { OwnBan } from './bans.js'

/** The ban that keeps somebody out of rooms at this moment: one from rooms, or from everything. Null: there is none. */
export const roomsBanOf = (bans: readonly OwnBan[], nowMs: number): OwnBan | null =>
  bans.find(
    ({ scope, expires_at }) =>
      (scope === 'global' || scope === 'rooms') && (expires_at === null || nowMs < Date.parse(expires_at)),
  ) ?? null
