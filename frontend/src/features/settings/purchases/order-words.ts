import type { Order } from './orders.js'
import { unitWords } from '../../../entities/item/item-words.js'

export const STATUS_WORDS: Readonly<Record<Order['status'], string>> = {
  open: 'Waiting for payment',
  paid: 'Paid',
  cancelled: 'Not paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

type OrderLine = Order['lines'][number]

/** What of a line was taken back, and what could not be; null where all of it stayed. */
export const takenBack = ({ item_id, units_withdrawn, units_spent }: OrderLine): string | null => {
  if (units_withdrawn + units_spent === 0) return null
  const taken = `${units_withdrawn === 0 ? 'Nothing' : unitWords(item_id, units_withdrawn)} taken back`
  return units_spent === 0 ? `${taken}.` : `${taken}; ${units_spent} had been spent already.`
}
