import { EndReason, Phase } from '@kla/proto'
import type { BattlePhase, EndReasonName } from '@kla/proto/web'

/** The name of a phase for browsers. */
export function phaseName(phase: Phase): BattlePhase {
  switch (phase) {
    case Phase.PROMPT:
      return 'prompt'
    case Phase.SHOW:
      return 'show'
    case Phase.VOTE:
      return 'vote'
    case Phase.RESULT:
      return 'result'
    case Phase.WAITING:
    case Phase.UNSPECIFIED:
    case Phase.UNRECOGNIZED:
      return 'waiting'
  }
}

/** Why the rounds ended, or null while they have not. */
export function endReasonName(reason: EndReason): EndReasonName | null {
  switch (reason) {
    case EndReason.FINISHED:
      return 'finished'
    case EndReason.LEFT:
      return 'left'
    case EndReason.TIME_CAP:
      return 'time-cap'
    case EndReason.INTERRUPTED:
      return 'interrupted'
    case EndReason.UNSPECIFIED:
    case EndReason.UNRECOGNIZED:
      return null
  }
}
