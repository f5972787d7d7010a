import type { BattlePhase } from '@kla/proto/web'
import type { Realtime } from '../../../shared/realtime/index.js'

/** Reports whether this side repairs the call, for which the battle pauses. */
export interface RepairReport {
  change(repairing: boolean): void
  /** Reports again with a state: an earlier page or a lost connection may have left another report. */
  onState(phase: BattlePhase): void
  /** Reports a repair that began between the rounds, or whose pause is used up. */
  onPhase(): void
  /** Takes back a report that the battle still has, if there is one. */
  onPause(): void
}

interface RepairReportDeps extends Pick<Realtime, 'post'> {
  roomId: () => string | null
}

export function createRepairReport({ post, roomId }: RepairReportDeps): RepairReport {
  let repairing = false
  const report = () => {
    const seat = roomId()
    if (seat !== null) post('link-repair', { roomId: seat, repairing })
  }
  return {
    change(isRepairing) {
      repairing = isRepairing
      report()
    },
    onState: (phase) => void ((phase === 'prompt' || phase === 'show') && report()),
    onPhase: () => void (repairing && report()),
    onPause: () => void (repairing || report()),
  }
}
