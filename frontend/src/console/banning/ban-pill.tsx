import type { BanView } from '@kla/proto/web'
import { Pill } from '../kit/text/pill.js'
import { BAN_STATUS_TONES, BAN_STATUS_WORDS, banStatus } from './ban-status.js'
import { useNow } from '../kit/text/use-now.js'

export function BanPill({ ban }: { ban: BanView }) {
  const status = banStatus(ban, useNow())
  return <Pill tone={BAN_STATUS_TONES[status]}>{BAN_STATUS_WORDS[status]}</Pill>
}
