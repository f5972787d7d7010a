import { REASON_MAX } from '@kla/proto/web'
import { refuse, type Refused } from '../outcome.js'
import type { FieldRefused } from '../room-fields.js'
import type { CupMoment, UpdateCommand } from './command.js'
import { cupFields } from './cup-fields.js'
import type { Cup } from './cup.js'
import { isPlainText } from './plain-text.js'
import { isOpen } from './sign-up.js'

/** Until the bracket is drawn; what is not given stays as it is. Nobody who has entered is put out by it. */
export function updateCup(cup: Cup, { given }: UpdateCommand, { nowMs, rules }: CupMoment): Cup | FieldRefused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  const { name, mode, category, capacity, startsAtMs } = cup
  const fields = cupFields({ name, mode, category, capacity, startsAtMs, ...given }, nowMs)
  if ('refused' in fields) return fields
  if (fields.capacity < cup.entries.length) {
    return { refused: 'INVALID_FIELD', text: `${cup.entries.length} players have entered already.` }
  }
  const checkInAtMs = fields.startsAtMs - rules.checkInMs
  // Who was there for the earlier start has yet to say so for this one.
  const entries = nowMs < checkInAtMs ? cup.entries.map((entry) => ({ ...entry, checkedIn: false })) : cup.entries
  return { ...cup, ...fields, checkInAtMs, entries }
}

/** Ends a cup without a champion. Battles under way go on, for nothing but themselves. */
export function cancelCup(cup: Cup, reason: string, { nowMs }: CupMoment): Cup | Refused {
  if (!isPlainText(reason, 0, REASON_MAX)) return refuse('INVALID_FIELD')
  if (cup.phase !== 'open' && cup.phase !== 'running') return refuse('CUP_CLOSED')
  return { ...cup, phase: 'cancelled', cancelReason: reason, endedAtMs: nowMs }
}
