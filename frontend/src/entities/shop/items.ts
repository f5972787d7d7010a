import { CATALOGUE, type Item, type PurchaseVerification } from '@kla/proto/web'
import { formatMoney } from '../../shared/format.js'
import { ITEM_UNITS, PAYMENT, WITHDRAWAL } from '../../texts/items.js'
import type { Order } from './shop.js'

export const grantsOf = (itemId: number) => CATALOGUE.find(({ id }) => id === itemId)?.grants

export const itemWords = (item: Item, units: number) => ITEM_UNITS[item]({ units })

export const unitWords = (itemId: number, units: number) => ITEM_UNITS[grantsOf(itemId)?.item ?? 'unknown']({ units })

type OrderLine = Order['lines'][number]

/** Says what was taken back of a line; null if nothing. */
export const withdrawalWords = ({ item_id, units_withdrawn, units_spent }: OrderLine): string | null => {
  if (units_withdrawn + units_spent === 0) return null
  if (units_withdrawn === 0) return WITHDRAWAL.none({ spent: units_spent })
  const units = unitWords(item_id, units_withdrawn)
  return units_spent === 0 ? WITHDRAWAL.all({ units }) : WITHDRAWAL.rest({ units, spent: units_spent })
}

/** How an order ended, in words. */
export interface Verdict {
  readonly kind: 'paid' | 'unpaid' | 'unknown'
  readonly text: string
}

export const verdictOn = (answer: PurchaseVerification | undefined): Verdict => {
  if (answer?.payment_status === 'paid') {
    return { kind: 'paid', text: PAYMENT.paid({ total: formatMoney(answer.amount_total) }) }
  }
  return answer ? { kind: 'unpaid', text: PAYMENT.unpaid } : { kind: 'unknown', text: PAYMENT.unknown }
}
