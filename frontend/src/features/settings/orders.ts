import type { Orders, PurchaseVerification } from '@kla/proto/web'
import { unitWords } from '../../entities/item/item-words.js'
import { api } from '../../shared/api/api.js'
import { formatMoney } from '../../shared/format.js'

export type Order = Orders['orders'][number]

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    orders: build.query<Order[], void>({
      query: () => 'user/orders',
      transformResponse: (answer: Orders) => answer.orders,
      providesTags: ['Orders'],
    }),
    /** A mutation, because the server grants what it finds paid. */
    verifyPurchase: build.mutation<PurchaseVerification, string>({
      query: (sessionId) => ({ url: 'checkout/verify', params: { session_id: sessionId } }),
      invalidatesTags: ['Inventory', 'Orders'],
    }),
  }),
})

export const { useOrdersQuery, useVerifyPurchaseMutation } = ordersApi

export const STATUS_WORDS: Readonly<Record<Order['status'], string>> = {
  open: 'Waiting for payment',
  paid: 'Paid',
  cancelled: 'Not paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

type OrderLine = Order['lines'][number]

/** What of a line was taken back, and what could not be; null if nothing. */
export const takenBack = ({ item_id, units_withdrawn, units_spent }: OrderLine): string | null => {
  if (units_withdrawn + units_spent === 0) return null
  const taken = `${units_withdrawn === 0 ? 'Nothing' : unitWords(item_id, units_withdrawn)} taken back`
  return units_spent === 0 ? `${taken}.` : `${taken}; ${units_spent} had been spent already.`
}

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
