import type { HoldPlacement } from '@kla/proto/web'
import { consoleApi } from '../api/console-api.js'

type Held = Pick<HoldPlacement, 'kind' | 'id'>

const TAGS = { report: 'Reports', ban: 'Bans', gif: 'Gifs' } as const satisfies Record<Held['kind'], string>

export const holdsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** What is held is not erased, whatever its retention. */
    placeHold: build.mutation<unknown, HoldPlacement>({
      query: (body) => ({ url: 'admin/holds', method: 'PUT', body }),
      invalidatesTags: (_, error, { kind }) => (error ? [] : [TAGS[kind]]),
    }),
    releaseHold: build.mutation<unknown, Held>({
      query: ({ kind, id }) => ({ url: `admin/holds/${kind}/${id}`, method: 'DELETE' }),
      invalidatesTags: (_, error, { kind }) => (error ? [] : [TAGS[kind]]),
    }),
  }),
})

export const { usePlaceHoldMutation, useReleaseHoldMutation } = holdsApi
