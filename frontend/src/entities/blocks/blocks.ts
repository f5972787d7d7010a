import type { Blocks } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type Block = Blocks['blocks'][number]

export const blocksApi = api.injectEndpoints({
  endpoints: (build) => ({
    blocks: build.query<Block[], void>({
      query: () => 'user/blocks',
      transformResponse: (answer: Blocks) => answer.blocks,
      providesTags: ['Blocks'],
    }),
    block: build.mutation<void, number>({
      query: (id) => ({ url: `user/blocks/${id}`, method: 'PUT' }),
      invalidatesTags: ['Blocks', 'Met'],
    }),
    unblock: build.mutation<void, number>({
      query: (id) => ({ url: `user/blocks/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Blocks', 'Met'],
    }),
  }),
})

export const { useBlocksQuery, useBlockMutation, useUnblockMutation } = blocksApi
