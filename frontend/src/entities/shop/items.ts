import { CATALOGUE, type Item, ITEM_WORDS, type PurchaseVerification } from '@kla/proto/web'
import { formatMoney } from '../../shared/format.js'
import type { Order } from './shop.js'

export const grantsOf = (itemId: number) => CATALOGUE.find(({ id }) => id === itemId)?.grants

const counted = (units: number, words: { one: string; many: string }) =>
  `${units} ${units === 1 ? words.one : words.many}`

export const itemWords = (item: Item, units: number) => counted(units, ITEM_WORDS[item])

export const unitWords = (itemId: number, units: number) => {
  const grants = grantsOf(itemId)
  return grants ? itemWords(grants.item, units) : counted(units, { one: 'item', many: 'items' })
}

export const STATUS_WORDS: Readonly<Record<Order['status'], string>> = {
  open: 'Waiting for payment',
  paid: 'Paid',
  cancelled: 'Not paid',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
  partly_disputed: 'Partly disputed',
}

type OrderLine = Order['lines'][number]

/** Says what was taken back of a line; null if nothing. */
export const withdrawalWords = ({ item_id, units_withdrawn, units_spent }: OrderLine): string | null => {
  if (units_withdrawn + units_spent === 0) return null
  const taken = `${units_withdrawn === 0 ? 'Nothing' : unitWords(item_id, units_withdrawn)} taken back`
  return units_spent === 0 ? `${taken}.` : `${taken}; ${units_spent} had already been spent.`
}

/** How an order ended, in words. */
export interface Verdict {
  readonly kind: 'paid' | 'unpaid' | 'unknown'
  readonly text: string
}

export const verdictOn = (answer: PurchaseVerification | undefined): Verdict => {
  if (answer?.payment_status === 'paid') {
    return { kind: 'paid', text: `Thanks for your purchase! Total ${formatMoney(answer.amount_total)}` }
  }
  return answer
    ? { kind: 'unpaid', text: 'Payment not completed yet. Please check again.' }
    : { kind: 'unknown', text: 'Could not verify payment, but items may still be granted.' }
}
