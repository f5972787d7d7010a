import {
  ADMINISTRATOR_ROLES,
  type AdministratorChange,
  type AdministratorCreation,
  type AdministratorList,
  type AdministratorRole,
  type AdministratorView,
} from '@kla/proto/web'
import { consoleApi } from './console-api.js'

export const administratorsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    administrators: build.query<AdministratorList, void>({
      query: () => 'admin/administrators',
      providesTags: ['Administrators'],
    }),
    createAdministrator: build.mutation<AdministratorView, AdministratorCreation>({
      query: (body) => ({ url: 'admin/administrators', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Administrators']),
    }),
    /** Changing your own role changes the session's permissions. */
    updateAdministrator: build.mutation<AdministratorView, { id: number } & AdministratorChange>({
      query: ({ id, ...body }) => ({ url: `admin/administrators/${id}`, method: 'PATCH', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Administrators', 'Session', 'Approvals']),
    }),
  }),
})

export const { useAdministratorsQuery, useCreateAdministratorMutation, useUpdateAdministratorMutation } =
  administratorsApi

export const ROLE_WORDS: Readonly<Record<AdministratorRole, string>> = {
  owner: 'Owner',
  moderator: 'Moderator',
  support: 'Support',
  viewer: 'Viewer',
}

export const playerWords = (playerId: number | null): string =>
  playerId === null ? 'no own player account' : `own player account ${playerId}`

export const ROLE_OPTIONS = ADMINISTRATOR_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }))
