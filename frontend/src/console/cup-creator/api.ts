import type { CupCreation, CupsPage, CupUpdate, CupView } from '@kla/proto/web'
import { consoleApi, type ListQuery } from '../entities/console-api.js'

/** Also after a refusal: another administrator may have changed the cup. */
const changesCups = () => ['Cups', 'Ties'] as const
const at = (id: string) => `admin/cups/${encodeURIComponent(id)}`

const cupsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    cups: build.query<CupsPage, ListQuery>({
      query: (params) => ({ url: 'admin/cups', params }),
      providesTags: ['Cups'],
    }),
    cup: build.query<CupView, string>({
      query: (id) => at(id),
      providesTags: ['Cups'],
    }),
    createCup: build.mutation<CupView, CupCreation>({
      query: (body) => ({ url: 'admin/cups', method: 'POST', body }),
      invalidatesTags: changesCups,
    }),
    updateCup: build.mutation<CupView, { id: string } & CupUpdate>({
      query: ({ id, ...body }) => ({ url: at(id), method: 'PATCH', body }),
      invalidatesTags: changesCups,
    }),
    addEntry: build.mutation<CupView, { id: string; userId: number }>({
      query: ({ id, userId }) => ({ url: `${at(id)}/entries`, method: 'POST', body: { userId } }),
      invalidatesTags: changesCups,
    }),
    removeEntry: build.mutation<CupView, { id: string; userId: number }>({
      query: ({ id, userId }) => ({ url: `${at(id)}/entries/${userId}`, method: 'DELETE' }),
      invalidatesTags: changesCups,
    }),
    seedCup: build.mutation<CupView, { id: string; order: number[] }>({
      query: ({ id, order }) => ({ url: `${at(id)}/seeds`, method: 'PUT', body: { order } }),
      invalidatesTags: changesCups,
    }),
    startCup: build.mutation<CupView, string>({
      query: (id) => ({ url: `${at(id)}/start`, method: 'POST' }),
      invalidatesTags: changesCups,
    }),
    cancelCup: build.mutation<CupView, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: `${at(id)}/cancel`, method: 'POST', body: { reason } }),
      invalidatesTags: changesCups,
    }),
  }),
})

export const {
  useCupsQuery,
  useCupQuery,
  useCreateCupMutation,
  useUpdateCupMutation,
  useAddEntryMutation,
  useRemoveEntryMutation,
  useSeedCupMutation,
  useStartCupMutation,
  useCancelCupMutation,
} = cupsApi
