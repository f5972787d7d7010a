import type {
  AdministratorChangeRequest,
  ApprovalList,
  ApprovalView,
  DeletedReportList,
  ReportDeletionRequest,
  ReportView,
} from '@kla/proto/web'
import { consoleApi } from '../api/console-api.js'

export const approvalsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    reportApprovals: build.query<ApprovalList, void>({
      query: () => 'admin/reports/approvals',
      providesTags: ['Approvals'],
    }),
    askForReportDeletion: build.mutation<ApprovalView, ReportDeletionRequest>({
      query: (body) => ({ url: 'admin/reports/approvals', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Approvals']),
    }),
    approveReportDeletion: build.mutation<ApprovalView, string>({
      query: (id) => ({ url: `admin/reports/approvals/${id}/approve`, method: 'POST' }),
      invalidatesTags: ['Approvals'],
    }),
    administratorApprovals: build.query<ApprovalList, void>({
      query: () => 'admin/administrators/approvals',
      providesTags: ['Approvals'],
    }),
    askForAdministratorChange: build.mutation<ApprovalView, { id: number } & AdministratorChangeRequest>({
      query: ({ id, ...body }) => ({ url: `admin/administrators/${id}/approvals`, method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Approvals']),
    }),
    approveAdministratorChange: build.mutation<ApprovalView, string>({
      query: (id) => ({ url: `admin/administrators/approvals/${id}/approve`, method: 'POST' }),
      invalidatesTags: ['Approvals'],
    }),
    deletedReports: build.query<DeletedReportList, { page: number; pageSize: number }>({
      query: (params) => ({ url: 'admin/reports/deleted', params }),
      providesTags: ['DeletedReports'],
    }),
    restoreReport: build.mutation<ReportView, number>({
      query: (id) => ({ url: `admin/reports/${id}/restore`, method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : ['DeletedReports', 'Reports', 'Subjects']),
    }),
  }),
})

export const {
  useReportApprovalsQuery,
  useAskForReportDeletionMutation,
  useApproveReportDeletionMutation,
  useAdministratorApprovalsQuery,
  useAskForAdministratorChangeMutation,
  useApproveAdministratorChangeMutation,
  useDeletedReportsQuery,
  useRestoreReportMutation,
} = approvalsApi
