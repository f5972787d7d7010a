import {
  type DeletionView,
  type FetchedGifs,
  type GifActs,
  type GifBulk,
  type GifBulkAnswer,
  type GifChecks,
  type GifList,
  type GifsChange,
  type GifsChanged,
  type GifsDeleted,
  type GifsUndone,
  type GifView,
  LINK_FETCH_MS,
  VALIDATION_TIMEOUT_MS,
} from '@kla/proto/web'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useState } from 'react'
import { afterChange, newestView } from '../entities/changes.js'
import { consoleApi, type ListQuery } from '../entities/console-api.js'
import type { ChosenState } from './states.js'

/** Part of the rotation that one validation checks. */
export interface Stretch {
  limit: number
  offset: number
}

/** The server may take 40 s to check a link before it goes live. */
const STATE_TIMEOUT_MS = 45_000

const replaced = (list: GifList, changed: GifView): GifList => ({
  ...list,
  items: list.items.map((gif) => (gif.id === changed.id ? changed : gif)),
})

const gifsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    gifs: build.query<GifList, ListQuery>({
      query: (params) => ({ url: 'admin/gifs', params }),
      providesTags: ['Gifs'],
    }),
    addGifs: build.mutation<GifBulkAnswer, GifBulk>({
      query: (body) => ({ url: 'admin/gifs/bulk', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Gifs']),
    }),
    setGifState: build.mutation<GifView, { id: number; state: ChosenState; version: number }>({
      query: ({ id, ...body }) => ({ url: `admin/gifs/${id}`, method: 'PATCH', body, timeout: STATE_TIMEOUT_MS }),
      onQueryStarted: (_, started) => mergeChanged(started),
    }),
    setGifActs: build.mutation<GifView, { id: number } & GifActs>({
      query: ({ id, ...body }) => ({ url: `admin/gifs/${id}/acts`, method: 'PUT', body }),
      onQueryStarted: (_, started) => mergeChanged(started),
    }),
    changeGifs: build.mutation<GifsChanged, GifsChange>({
      query: (body) => ({ url: 'admin/gifs/bulk', method: 'PATCH', body }),
      invalidatesTags: ['Gifs', 'Audit'],
    }),
    undoGifs: build.mutation<GifsUndone, string>({
      query: (batch) => ({ url: `admin/gifs/bulk/${batch}/undo`, method: 'POST' }),
      invalidatesTags: ['Gifs', 'Audit'],
    }),
    deleteGif: build.mutation<DeletionView, { id: number; version: number }>({
      query: ({ id, version }) => ({ url: `admin/gifs/${id}`, method: 'DELETE', params: { version } }),
      invalidatesTags: afterChange('Gifs'),
    }),
    /** A mutation: each check asks the hosts again. */
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

type State = Parameters<typeof consoleApi.util.selectInvalidatedBy>[0]

interface Changing {
  queryFulfilled: PromiseLike<{ data: GifView }>
  dispatch: ThunkDispatch<State, unknown, UnknownAction>
  getState: () => unknown
}

async function mergeChanged({ queryFulfilled, dispatch, getState }: Changing): Promise<void> {
  const changed = await newestView(queryFulfilled)
  if (changed === null) return
  for (const { endpointName, originalArgs } of gifsApi.util.selectInvalidatedBy(getState() as State, ['Gifs'])) {
    if (endpointName !== 'gifs') continue
    dispatch(gifsApi.util.updateQueryData('gifs', originalArgs as ListQuery, (list) => replaced(list, changed)))
  }
}

export const {
  useGifsQuery,
  useAddGifsMutation,
  useSetGifStateMutation,
  useSetGifActsMutation,
  useChangeGifsMutation,
  useUndoGifsMutation,
  useDeleteGifMutation,
  useFindBrokenMutation,
  useDeleteBrokenMutation,
  useFetchGifsQuery,
} = gifsApi

const POLL_MS = 10_000

/** Lists GIFs, again and again while some are checked. */
export function useLiveGifs(params: ListQuery) {
  const [checking, setChecking] = useState(false)
  const { currentData, ...query } = useGifsQuery(params, {
    pollingInterval: checking ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  const some = (query.data?.counts['checking'] ?? 0) > 0
  if (some !== checking) setChecking(some)
  const next = currentData?.next
  return { ...query, next, isFetching: query.isFetching && (currentData === undefined || query.error !== undefined) }
}
