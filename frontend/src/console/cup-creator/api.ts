import type { AdminCupView, CupCreation, CupsPage, CupUpdate, EntryCreation } from '@kla/proto/web'
import { consoleApi, type ListQuery } from '../entities/console-api.js'

/** Refetches after refusals too: another administrator may have changed the cup. */
const changesCups = () => ['Cups', 'Ties'] as const
const at = (id: string) => `admin/cups/${encodeURIComponent(id)}`

const cupsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    cups: build.query<CupsPage, ListQuery>({
      query: (params) => ({ url: 'admin/cups', params }),
      providesTags: ['Cups'],
    }),
    cup: build.query<AdminCupView, string>({
      query: (id) => at(id),
      providesTags: ['Cups'],
    }),
    createCup: build.mutation<AdminCupView, CupCreation>({
      query: (body) => ({ url: 'admin/cups', method: 'POST', body }),
      invalidatesTags: changesCups,
    }),
    updateCup: build.mutation<AdminCupView, { id: string } & CupUpdate>({
      query: ({ id, ...body }) => ({ url: at(id), method: 'PATCH', body }),
      invalidatesTags: changesCups,
    }),
    addEntry: build.mutation<AdminCupView, { id: string } & EntryCreation>({
      query: ({ id, ...body }) => ({ url: `${at(id)}/entries`, method: 'POST', body }),
      invalidatesTags: changesCups,
    }),
    removeEntry: build.mutation<AdminCupView, { id: string; userId: number; version: number }>({
      query: ({ id, userId, version }) => ({
        url: `${at(id)}/entries/${userId}`,
        method: 'DELETE',
        params: { version },
      }),
      invalidatesTags: changesCups,
    }),
    seedCup: build.mutation<AdminCupView, { id: string; order: number[]; version: number }>({
      query: ({ id, ...body }) => ({ url: `${at(id)}/seeds`, method: 'PUT', body }),
      invalidatesTags: changesCups,
    }),
    startCup: build.mutation<AdminCupView, { id: string; version: number }>({
      query: ({ id, ...body }) => ({ url: `${at(id)}/start`, method: 'POST', body }),
      invalidatesTags: changesCups,
    }),
    cancelCup: build.mutation<AdminCupView, { id: string; reason: string; version: number }>({
      query: ({ id, ...body }) => ({ url: `${at(id)}/cancel`, method: 'POST', body }),
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
