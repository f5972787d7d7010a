import type { CheckoutRequest, CheckoutSession, ShopItems } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type Offer = ShopItems['items'][number]

const shopApi = api.injectEndpoints({
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
  }),
})

export const { useOffersQuery, useCreateCheckoutMutation } = shopApi
