import { refuse, type Refused } from '../outcome.js'
import type { CupMoment, UpdateCommand } from './command.js'
import type { Cup } from './cup.js'
import { isOpen } from './sign-up.js'

/** Until the bracket is drawn. Nobody who has entered is put out by it. */
export function updateCup(cup: Cup, { fields }: UpdateCommand, { nowMs, rules }: CupMoment): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (fields.capacity < cup.entries.length) return refuse('INVALID_FIELD')
  return { ...cup, ...fields, checkInAtMs: fields.startsAtMs - rules.checkInMs }
}

/** Ends a cup without a champion. Battles under way go on, for nothing but themselves. */
export function cancelCup(cup: Cup, reason: string, { nowMs }: CupMoment): Cup | Refused {
  if (cup.phase !== 'open' && cup.phase !== 'running') return refuse('CUP_CLOSED')
  return { ...cup, phase: 'cancelled', cancelReason: reason, endedAtMs: nowMs }
}
