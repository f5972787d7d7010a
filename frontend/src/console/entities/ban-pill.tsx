import type { BanView } from '@kla/proto/web'
import { useRoughNow } from '../../shared/time/now.js'
import { Pill } from '../kit/text.js'
import { BAN_STATUS_TONES, BAN_STATUS_WORDS, banStatus } from './bans.js'

export function BanPill({ ban }: { ban: BanView }) {
  const status = banStatus(ban, useRoughNow())
  return <Pill tone={BAN_STATUS_TONES[status]}>{BAN_STATUS_WORDS[status]}</Pill>
}
