import {
  LINK_FETCH_MS,
  VALIDATION_TIMEOUT_MS,
  type DeletionView,
  type FetchedGifs,
  type GifBulk,
  type GifBulkAnswer,
  type GifChecks,
  type GifList,
  type GifsDeleted,
  type GifView,
} from '@kla/proto/web'
import { consoleApi } from '../entities/console-api.js'
import type { ChosenState } from './states.js'

/** Filters and page, as `GET /admin/gifs` takes them; what is empty is left out. */
export type GifsQuery = Readonly<Record<string, string | number>>

/** Which GIFs are looked at. */
export interface Stretch {
  limit: number
  offset: number
}

/** What goes live is looked at first, for which the server takes up to 40 seconds. */
const STATE_TIMEOUT_MS = 45_000

const replaced = (list: GifList, changed: GifView): GifList => ({
  ...list,
  items: list.items.map((gif) => (gif.id === changed.id ? changed : gif)),
})

export const gifsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    gifs: build.query<GifList, GifsQuery>({
      query: (params) => ({ url: 'admin/gifs', params }),
      providesTags: ['Gifs'],
    }),
    addGifs: build.mutation<GifBulkAnswer, GifBulk>({
      query: (body) => ({ url: 'admin/gifs/bulk', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Gifs']),
    }),
    /** The changed GIF takes the old one's place; lists are not asked for anew. */
    setGifState: build.mutation<GifView, { id: number; state: ChosenState }>({
      query: ({ id, ...body }) => ({ url: `admin/gifs/${id}`, method: 'PATCH', body, timeout: STATE_TIMEOUT_MS }),
      onQueryStarted: async (_, { dispatch, getState, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer === null) return
        for (const { endpointName, originalArgs } of gifsApi.util.selectInvalidatedBy(getState(), ['Gifs'])) {
          if (endpointName !== 'gifs') continue
          dispatch(gifsApi.util.updateQueryData('gifs', originalArgs, (list) => replaced(list, answer.data)))
        }
      },
    }),
    deleteGif: build.mutation<DeletionView, number>({
      query: (id) => ({ url: `admin/gifs/${id}`, method: 'DELETE' }),
      invalidatesTags: (_, error) => (error ? [] : ['Gifs']),
    }),
    /** A look at the addresses, not something that is kept: asked for again, it is done again. */
    findBroken: build.mutation<GifChecks & { stretch: Stretch }, Stretch>({
      query: ({ limit, offset }) => ({
        url: 'gifs/find-broken',
        params: { limit, offset },
        timeout: VALIDATION_TIMEOUT_MS,
      }),
      transformResponse: (checks: GifChecks, _, stretch) => ({ ...checks, stretch }),
    }),
    deleteBroken: build.mutation<GifsDeleted, { ids: number[] }>({
      query: (body) => ({ url: 'gifs/scan-and-delete', method: 'POST', body, timeout: VALIDATION_TIMEOUT_MS }),
      invalidatesTags: (_, error) => (error ? [] : ['Gifs']),
    }),
    fetchGifs: build.query<FetchedGifs, string>({
      query: (category) => ({ url: 'gifs/fetch', params: { category }, timeout: LINK_FETCH_MS.console }),
    }),
  }),
})

export const {
  useGifsQuery,
  useAddGifsMutation,
  useSetGifStateMutation,
  useDeleteGifMutation,
  useFindBrokenMutation,
  useDeleteBrokenMutation,
  useFetchGifsQuery,
} = gifsApi
