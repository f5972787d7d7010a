import type { Orders, PurchaseVerification } from '@kla/proto/web'
import { api } from '../../../shared/api/api.js'

/** A purchase, and what became of it. */
export type Order = Orders['orders'][number]

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest first. */
    orders: build.query<Order[], void>({
      query: () => 'user/orders',
      transformResponse: (answer: Orders) => answer.orders,
      providesTags: ['Orders'],
    }),
    /** Asks how a checkout stands. A mutation, as the server grants what it finds paid. */
    verifyPurchase: build.mutation<PurchaseVerification, string>({
      query: (sessionId) => ({ url: 'checkout/verify', params: { session_id: sessionId } }),
      // Whatever the answer: items may have been granted.
      invalidatesTags: ['Inventory', 'Orders'],
    }),
  }),
})

export const { useOrdersQuery, useVerifyPurchaseMutation } = ordersApi
