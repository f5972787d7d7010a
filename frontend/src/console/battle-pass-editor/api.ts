import type { SeasonEdit, Seasons, SeasonView } from '@kla/proto/web'
import { consoleApi } from '../entities/console-api.js'

/** The server's own deadline is 40 s. */
const CHANGE_TIMEOUT_MS = 45_000

/** Refetches after refusals too: another administrator may have changed the season. */
const changesSeasons = () => ['PassSeasons'] as const
const at = (id: string) => `admin/pass/seasons/${id}`

const passApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    passSeasons: build.query<Seasons, void>({
      query: () => 'admin/pass/seasons',
      providesTags: ['PassSeasons'],
    }),
    putSeason: build.mutation<SeasonView, { id: string } & SeasonEdit>({
      query: ({ id, ...body }) => ({ url: at(id), method: 'PUT', body, timeout: CHANGE_TIMEOUT_MS }),
      invalidatesTags: changesSeasons,
    }),
    publishSeason: build.mutation<SeasonView, { id: string; version: number }>({
      query: ({ id, ...body }) => ({ url: `${at(id)}/publish`, method: 'POST', body, timeout: CHANGE_TIMEOUT_MS }),
      invalidatesTags: changesSeasons,
    }),
    deleteSeason: build.mutation<unknown, { id: string; version: number }>({
      query: ({ id, version }) => ({ url: at(id), method: 'DELETE', params: { version } }),
      invalidatesTags: changesSeasons,
    }),
  }),
})

export const { usePassSeasonsQuery, usePutSeasonMutation, usePublishSeasonMutation, useDeleteSeasonMutation } = passApi
