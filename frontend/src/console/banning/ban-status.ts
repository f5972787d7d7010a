import type { BanView } from '@kla/proto/web'
import type { PillTone } from '../kit/text/pill.js'

export type BanStatus = 'active' | 'expired' | 'lifted'

/** Derived here, from the clock at hand (specification of the platform, section 4). */
export function banStatus({ lifted_at, expires_at }: Pick<BanView, 'lifted_at' | 'expires_at'>, nowMs: number): BanStatus {
  if (lifted_at !== null) return 'lifted'
  return expires_at === null || Date.parse(expires_at) > nowMs ? 'active' : 'expired'
}

export const BAN_STATUS_WORDS: Readonly<Record<BanStatus, string>> = {
  active: 'Active',
  expired: 'Expired',
  lifted: 'Lifted',
}

export const BAN_STATUS_TONES: Readonly<Record<BanStatus, PillTone>> = {
  active: 'red',
  expired: 'plain',
  lifted: 'green',
}
