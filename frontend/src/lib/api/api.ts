import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react'

/** One cache of what the server said by REST. Each part of the product injects its own calls. */
export const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/', credentials: 'include' }),
  tagTypes: ['Session', 'Inventory', 'Offers', 'Orders', 'SavedGifs', 'Tickets', 'Bans', 'Blocks', 'Cups', 'NextTie', 'Pass'],
  endpoints: () => ({}),
})
