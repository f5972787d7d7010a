import type { AuditFilters, AuditPage, AuditVerification } from '@kla/proto/web'
import { consoleApi, type ListQuery } from '../entities/console-api.js'

/** The server checks 50,000 entries within 30 seconds. */
const VERIFY_TIMEOUT_MS = 35_000

const auditApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditPage, ListQuery>({
      query: (params) => ({ url: 'admin/audit', params }),
      providesTags: ['Audit'],
    }),
    auditFilters: build.query<AuditFilters, void>({
      query: () => 'admin/audit/filters',
      providesTags: ['Audit'],
    }),
    /** A mutation, so that it is never cached. */
    verifyAudit: build.mutation<AuditVerification, number>({
      query: (from) => ({ url: 'admin/audit/verify', params: { from }, timeout: VERIFY_TIMEOUT_MS }),
    }),
  }),
})

export const { useAuditQuery, useAuditFiltersQuery, useVerifyAuditMutation } = auditApi
