import type { ReportSubmission } from '@kla/proto/web'
import { api } from '../../../shared/api/api.js'

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reports somebody; the server adds what it knows of the moment. */
    report: build.mutation<void, ReportSubmission>({
      query: (body) => ({ url: 'report', method: 'POST', body }),
    }),
  }),
})

export const { useReportMutation } = reportsApi
