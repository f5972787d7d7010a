import type { NextTie } from '@kla/proto'
import type { NextTieView } from '@kla/proto/web'
import { cupEntryView } from './cups.js'
import { tieStateName } from './ties.js'
import { isoOrNull, textOrNull } from './values.js'

export function nextTieView(next: NextTie): NextTieView {
  if (next.cupId === '') return { next: null }
  return {
    next: {
      cup_id: next.cupId,
      cup_name: next.cupName,
      check_in_due: next.checkInDue,
      tie_id: textOrNull(next.tieId),
      state: next.tieId === '' ? null : tieStateName(next.state),
      opponent: next.opponent ? cupEntryView(next.opponent) : null,
      room_id: textOrNull(next.roomId),
      deadline: isoOrNull(next.deadlineMs),
    },
  }
}
