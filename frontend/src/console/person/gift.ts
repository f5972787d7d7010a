import { GIFT_UNITS_MAX, type Item, ITEMS } from '@kla/proto/web'
import { readWhole } from '../kit/numbers.js'

export const UNITS_HINT = `1 to ${GIFT_UNITS_MAX}.`

/** A gift as typed, without its reason. */
export interface GiftDraft {
  item: Item
  units: string
  /** Id of the last attempt and its content: a repeat gives once. */
  attempt: { id: string; content: string }
}

export const NO_GIFT: GiftDraft = { item: ITEMS[0], units: '', attempt: { id: '', content: '' } }

/** Returns the units that were typed, or null. */
export function unitsOf(text: string): number | null {
  const units = readWhole(text)
  return units !== null && units >= 1 && units <= GIFT_UNITS_MAX ? units : null
}
