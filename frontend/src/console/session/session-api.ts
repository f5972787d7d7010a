import type { AdminLoginAnswer, AdminSession, TotpSecret } from '@kla/proto/web'
import { consoleApi } from '../api/console-api.js'

/** What the sign-in form asks for; without a code for who has no authenticator yet. */
export interface Credentials {
  username: string
  password: string
  code?: string
}

export const sessionApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<AdminLoginAnswer, Credentials>({
      query: (body) => ({ url: 'adminlogin', method: 'POST', body }),
    }),
    adminSession: build.query<AdminSession, void>({
      query: () => 'admin/session',
      providesTags: ['Session'],
    }),
    signOut: build.mutation<unknown, void>({
      query: () => ({ url: 'admin/logout', method: 'POST' }),
    }),
    beginTotp: build.mutation<TotpSecret, void>({
      query: () => ({ url: 'admin/totp', method: 'POST' }),
    }),
    confirmTotp: build.mutation<unknown, string>({
      query: (code) => ({ url: 'admin/totp/confirm', method: 'POST', body: { code } }),
      invalidatesTags: (_, error) => (error ? [] : ['Session']),
    }),
  }),
})

export const {
  useSignInMutation,
  useAdminSessionQuery,
  useSignOutMutation,
  useBeginTotpMutation,
  useConfirmTotpMutation,
} = sessionApi
