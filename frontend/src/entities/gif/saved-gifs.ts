import type { SavedGifs } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type SavedGif = SavedGifs[number]

export const savedGifsApi = api.injectEndpoints({
  endpoints: (build) => ({
    savedGifs: build.query<SavedGif[], void>({
      query: () => 'user/saved_gifs',
      providesTags: ['SavedGifs'],
    }),
    wildCards: build.query<SavedGif[], string>({
      query: (roomId) => ({ url: 'user/wild_cards', params: { room: roomId } }),
      providesTags: ['SavedGifs'],
    }),
    hideSavedGif: build.mutation<void, number>({
      query: (id) => ({ url: `user/saved_gifs/${id}/hide`, method: 'PUT' }),
      // A refused list is out of date.
      invalidatesTags: (_, error) => (error ? ['SavedGifs'] : []),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const hidden = await queryFulfilled.then(
          () => true,
          () => false,
        )
        if (!hidden) return
        const without = (gifs: SavedGif[]) => gifs.filter((gif) => gif.id !== id)
        dispatch(savedGifsApi.util.updateQueryData('savedGifs', undefined, without))
      },
    }),
  }),
})

export const { useSavedGifsQuery, useWildCardsQuery, useHideSavedGifMutation } = savedGifsApi
