import { GIFT_UNITS_MAX } from '@kla/proto/web'
import { readWhole } from '../kit/numbers.js'

export const UNITS_HINT = `1 to ${GIFT_UNITS_MAX}.`

/** Returns the units that were typed, or null. */
export function unitsOf(text: string): number | null {
  const units = readWhole(text)
  return units !== null && units >= 1 && units <= GIFT_UNITS_MAX ? units : null
}
