import type { AdminLoginAnswer, AdminSession, Permission, TotpSecret } from '@kla/proto/web'
import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { toastError } from '../../shared/ui/toast.js'
import { consoleApi } from './console-api.js'
import { selectPage, signedOut } from './session.js'

interface Credentials {
  username: string
  password: string
  code?: string
}

export const sessionApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<AdminLoginAnswer, Credentials>({
      query: (body) => ({ url: 'adminlogin', method: 'POST', body }),
    }),
    sessionOf: build.mutation<AdminSession, string>({
      query: (token) => ({ url: 'admin/session', headers: { authorization: `Bearer ${token}` } }),
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
  useSessionOfMutation,
  useAdminSessionQuery,
  useSignOutMutation,
  useBeginTotpMutation,
  useConfirmTotpMutation,
} = sessionApi

interface PasswordChange {
  current_password: string
  new_password: string
}

const accountApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<unknown, PasswordChange>({
      query: (body) => ({ url: 'admin/password', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Session']),
    }),
  }),
})

export const { useChangePasswordMutation } = accountApi

/** True if no required step comes first. */
export const isComplete = (session: AdminSession | undefined): session is AdminSession =>
  session !== undefined &&
  !session.password_change_required &&
  !session.passkey_setup_required &&
  !session.totp_setup_required

/** Permissions for display; the server checks them too. A pending step keeps earlier ones, so that forms stay. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  const page = useSelector(selectPage)
  const session = isComplete(data) ? data : page
  return (permission) => session?.permissions.includes(permission) ?? false
}

/** Signs out locally even without the server's answer. */
export function useLeave() {
  const dispatch = useDispatch()
  const [signOut] = useSignOutMutation()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const { error } = await signOut()
    if (error && 'status' in error && error.status !== 401) {
      toastError("Signed out here. The server didn't answer. The session will expire there.")
    }
    dispatch(signedOut())
  }
  return { leave, leaving }
}
