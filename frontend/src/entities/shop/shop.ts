import type {
  CheckoutRequest,
  CheckoutSession,
  Inventory,
  Orders,
  PurchaseVerification,
  ShopItems,
} from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type Offer = ShopItems['items'][number]
export type Order = Orders['orders'][number]
/** Owned units by item id. */
export type ItemCounts = Inventory['counts']

export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    offers: build.query<Offer[], void>({
      query: () => 'api/shop',
      transformResponse: (answer: ShopItems) => answer.items,
      providesTags: ['Offers'],
    }),
    createCheckout: build.mutation<CheckoutSession, CheckoutRequest>({
      query: (body) => ({ url: 'checkout/create-session', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? ['Offers'] : ['Orders']),
    }),
    /** A mutation, because the server grants what it finds paid. */
    verifyPurchase: build.mutation<PurchaseVerification, string>({
      query: (sessionId) => ({ url: 'checkout/verify', params: { session_id: sessionId } }),
      invalidatesTags: ['Inventory', 'Orders'],
    }),
    orders: build.query<Order[], void>({
      query: () => 'user/orders',
      transformResponse: (answer: Orders) => answer.orders,
      providesTags: ['Orders'],
    }),
    inventory: build.query<ItemCounts, void>({
      query: () => 'user/inventory',
      transformResponse: (answer: Inventory) => answer.counts,
      providesTags: ['Inventory'],
    }),
  }),
})

export const {
  useOffersQuery,
  useCreateCheckoutMutation,
  useVerifyPurchaseMutation,
  useOrdersQuery,
  useInventoryQuery,
} = shopApi
