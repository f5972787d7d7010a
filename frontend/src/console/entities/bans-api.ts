import type { ActiveBan, BanCreation, BanList, BanScope, BanView, DeletionView } from '@kla/proto/web'
import { consoleApi, type ListQuery } from './console-api.js'

interface BanPage {
  bans: BanList
  total: number
}

const changesBans = (_: unknown, error: unknown) => (error ? [] : (['Bans', 'Subjects'] as const))

const bansApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    bans: build.query<BanPage, ListQuery>({
      query: (params) => ({ url: 'admin/bans', params }),
      transformResponse: (bans: BanList, meta) => ({
        bans,
        total: Number(meta?.response?.headers.get('x-total-count') ?? bans.length),
      }),
      providesTags: ['Bans'],
    }),
    /** The active ban, of one scope or the longest of all. */
    activeBan: build.query<BanView | null, { userId: number; scope: BanScope | null }>({
      query: ({ userId, scope }) => ({ url: `admin/bans/${userId}/active`, params: scope ? { scope } : {} }),
      transformResponse: (ban: ActiveBan | null) => (ban?.id === undefined ? null : (ban as BanView)),
      providesTags: ['Bans'],
    }),
    createBan: build.mutation<BanView, BanCreation>({
      query: (body) => ({ url: 'admin/bans', method: 'POST', body }),
      invalidatesTags: changesBans,
    }),
    liftBan: build.mutation<BanView, { id: number; liftReason: string | null }>({
      query: ({ id, liftReason }) => ({ url: `admin/bans/${id}/lift`, method: 'PATCH', body: { liftReason } }),
      invalidatesTags: changesBans,
    }),
    liftAllBans: build.mutation<{ lifted: number }, { userId: number; scope: BanScope | null; liftReason: string | null }>({
      query: ({ userId, ...body }) => ({ url: `admin/bans/${userId}/lift-all`, method: 'POST', body }),
      invalidatesTags: changesBans,
    }),
    deleteBan: build.mutation<DeletionView, number>({
      query: (id) => ({ url: `admin/bans/${id}`, method: 'DELETE' }),
      invalidatesTags: changesBans,
    }),
  }),
})

export const {
  useBansQuery,
  useLazyActiveBanQuery,
  useCreateBanMutation,
  useLiftBanMutation,
  useLiftAllBansMutation,
  useDeleteBanMutation,
} = bansApi
