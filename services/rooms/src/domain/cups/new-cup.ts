import type { CupMoment } from './command.js'
import type { CupFields } from './cup-fields.js'
import type { Cup } from './cup.js'

/** A cup that nobody has entered yet. */
export const newCup = (id: string, fields: CupFields, { nowMs, rules }: Omit<CupMoment, 'newRoomId'>): Cup => ({
  id,
  ...fields,
  checkInAtMs: fields.startsAtMs - rules.checkInMs,
  phase: 'open',
  entries: [],
  ties: [],
  championId: 0,
  endedAtMs: 0,
  verdictsUntilMs: 0,
  cancelReason: '',
  version: 1,
  createdAtMs: nowMs,
})
