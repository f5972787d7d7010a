import { consoleApi } from '../api/console-api.js'

/** Body of `POST /admin/password`. */
interface PasswordChange {
  current_password: string
  new_password: string
}

export const accountApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<unknown, PasswordChange>({
      query: (body) => ({ url: 'admin/password', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Session']),
    }),
  }),
})

export const { useChangePasswordMutation } = accountApi
