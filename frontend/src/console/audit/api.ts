import type { AuditPage, AuditVerification } from '@kla/proto/web'
import { consoleApi } from '../entities/console-api.js'

/** Filters, page size and the entry before the page, as `GET /admin/audit` takes them. */
export type AuditQuery = Readonly<Record<string, string | number>>

/** A stretch is 50,000 entries, for which the server takes up to 30 seconds. */
const VERIFY_TIMEOUT_MS = 35_000

export const auditApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditPage, AuditQuery>({
      query: (params) => ({ url: 'admin/audit', params }),
      providesTags: ['Audit'],
    }),
    /** A stretch of the chain, from an entry. Asked for again, it is checked again. */
    verifyAudit: build.mutation<AuditVerification, number>({
      query: (from) => ({ url: 'admin/audit/verify', params: { from }, timeout: VERIFY_TIMEOUT_MS }),
    }),
  }),
})

export const { useAuditQuery, useVerifyAuditMutation } = auditApi
