import type {
  AdminLoginAnswer,
  AdminSessionList,
  PasskeyCreation,
  PasskeyList,
  PasskeyLogin,
  PasskeyOptions,
  RecoveryCodes,
  SteppedUp,
  StepUp,
} from '@kla/proto/web'
import { consoleApi } from './console-api.js'

const passkeysApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    passkeySignInOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: 'adminlogin/passkey/options', method: 'POST' }),
    }),
    signInWithPasskey: build.mutation<AdminLoginAnswer, PasskeyLogin>({
      query: (body) => ({ url: 'adminlogin/passkey', method: 'POST', body }),
    }),
    stepUpOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: 'admin/step-up/options', method: 'POST' }),
    }),
    stepUp: build.mutation<SteppedUp, StepUp>({
      query: (body) => ({ url: 'admin/step-up', method: 'POST', body }),
    }),
    passkeys: build.query<PasskeyList, void>({
      query: () => 'admin/passkeys',
      providesTags: ['Passkeys'],
    }),
    passkeyOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: 'admin/passkeys/options', method: 'POST' }),
    }),
    /** Leaves the session unread: a required step ends only once its recovery codes are kept. */
    addPasskey: build.mutation<RecoveryCodes, PasskeyCreation>({
      query: (body) => ({ url: 'admin/passkeys', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Passkeys', 'Administrators']),
    }),
    removePasskey: build.mutation<unknown, string>({
      query: (id) => ({ url: `admin/passkeys/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Passkeys', 'Session', 'Administrators'],
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, void>({
      query: () => ({ url: 'admin/recovery-codes', method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : ['Passkeys']),
    }),
    ownSessions: build.query<AdminSessionList, void>({
      query: () => 'admin/sessions',
      providesTags: ['AdminSessions'],
    }),
    everyonesSessions: build.query<AdminSessionList, void>({
      query: () => 'admin/administrators/sessions',
      providesTags: ['AdminSessions'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `admin/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['AdminSessions'],
    }),
  }),
})

export const {
  usePasskeySignInOptionsMutation,
  useSignInWithPasskeyMutation,
  useStepUpOptionsMutation,
  useStepUpMutation,
  usePasskeysQuery,
  usePasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useRenewRecoveryCodesMutation,
  useOwnSessionsQuery,
  useEveryonesSessionsQuery,
  useEndSessionMutation,
} = passkeysApi
