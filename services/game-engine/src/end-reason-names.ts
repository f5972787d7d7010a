import { EndReason } from '@kla/proto'
import type { EndReasonName } from '@kla/proto/web'

/** What the ends of battles are called in rows and labels. */
export const END_REASON_NAMES: Readonly<Partial<Record<EndReason, EndReasonName>>> = {
  [EndReason.FINISHED]: 'finished',
  [EndReason.LEFT]: 'left',
  [EndReason.TIME_CAP]: 'time-cap',
  [EndReason.INTERRUPTED]: 'interrupted',
}
