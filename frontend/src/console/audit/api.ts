import type { AuditPage, AuditVerification } from '@kla/proto/web'
import { consoleApi } from '../entities/console-api.js'

export type AuditQuery = Readonly<Record<string, string | number>>

/** The server checks 50,000 entries in a call and takes up to 30 seconds. */
const VERIFY_TIMEOUT_MS = 35_000

export const auditApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditPage, AuditQuery>({
      query: (params) => ({ url: 'admin/audit', params }),
      providesTags: ['Audit'],
    }),
    /** Checks the hash chain from an entry on. A mutation, so that it is never cached. */
    verifyAudit: build.mutation<AuditVerification, number>({
      query: (from) => ({ url: 'admin/audit/verify', params: { from }, timeout: VERIFY_TIMEOUT_MS }),
    }),
  }),
})

export const { useAuditQuery, useVerifyAuditMutation } = auditApi
