import type { Inventory } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type ItemCounts = Inventory['counts']

export const inventoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    inventory: build.query<ItemCounts, void>({
      query: () => 'user/inventory',
      transformResponse: (answer: Inventory) => answer.counts,
      providesTags: ['Inventory'],
    }),
  }),
})

export const { useInventoryQuery } = inventoryApi
