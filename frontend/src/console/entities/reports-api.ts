import type {
  DeletionView,
  NoteCreation,
  ReportBulk,
  ReportChange,
  ReportDetailView,
  ReportList,
  ReportReview,
  ReportView,
} from '@kla/proto/web'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { subjectsApi } from './account-history.js'
import { afterChange, newestView } from './changes.js'
import { consoleApi, type ListQuery } from './console-api.js'

const LIST = { type: 'Reports', id: 'LIST' } as const

const reportsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    reports: build.query<ReportList, ListQuery>({
      query: (params) => ({ url: 'admin/reports/', params }),
      providesTags: [LIST],
    }),
    report: build.query<ReportDetailView, number>({
      query: (id) => `admin/reports/${id}`,
      providesTags: (_, __, id) => [{ type: 'Reports', id }],
    }),
    updateReport: build.mutation<ReportView, { id: number } & ReportChange>({
      query: ({ id, ...body }) => ({ url: `admin/reports/${id}`, method: 'PATCH', body }),
      onQueryStarted: (_, api) => mergeChanged(api),
    }),
    reviewReport: build.mutation<ReportView, { id: number } & ReportReview>({
      query: ({ id, ...body }) => ({ url: `admin/reports/${id}/review`, method: 'POST', body }),
      onQueryStarted: (_, api) => mergeChanged(api),
    }),
    addReportNote: build.mutation<ReportView, { report: number } & NoteCreation>({
      query: ({ report, ...body }) => ({ url: `admin/reports/${report}/notes`, method: 'POST', body }),
      onQueryStarted: (_, api) => mergeChanged(api),
    }),
    deleteReport: build.mutation<DeletionView, { id: number; version: number }>({
      query: ({ id, version }) => ({ url: `admin/reports/${id}`, method: 'DELETE', params: { version } }),
      onQueryStarted: (_, api) => mergeChanged(api),
      invalidatesTags: (_, error) => (error ? [] : [LIST, 'Subjects', 'Approvals', 'DeletedReports']),
    }),
    changeReports: build.mutation<{ changed: number }, ReportBulk>({
      query: (body) => ({ url: 'admin/reports/bulk', method: 'POST', body }),
      invalidatesTags: afterChange('Reports', 'Subjects', 'Approvals', 'DeletedReports'),
    }),
  }),
})

export const {
  useReportsQuery,
  useReportQuery,
  useUpdateReportMutation,
  useReviewReportMutation,
  useAddReportNoteMutation,
  useDeleteReportMutation,
  useChangeReportsMutation,
} = reportsApi

type State = Parameters<typeof consoleApi.util.selectInvalidatedBy>[0]

interface Changing {
  queryFulfilled: PromiseLike<{ data: ReportView | DeletionView }>
  dispatch: ThunkDispatch<State, unknown, UnknownAction>
  getState: () => unknown
}

async function mergeChanged({ queryFulfilled, dispatch, getState }: Changing): Promise<void> {
  const answer = await newestView<ReportView | DeletionView>(queryFulfilled)
  if (answer === null || !('category' in answer)) return
  const replace = (reports: ReportView[]) => reports.map((report) => (report.id === answer.id ? answer : report))
  const shown = reportsApi.util.selectInvalidatedBy(getState() as State, [LIST, 'Subjects'])
  for (const { endpointName, originalArgs } of shown) {
    if (endpointName === 'reports') {
      const merge = (list: ReportList) => ({ ...list, results: replace(list.results) })
      dispatch(reportsApi.util.updateQueryData('reports', originalArgs as ListQuery, merge))
    }
    if (endpointName === 'subject') {
      dispatch(
        subjectsApi.util.updateQueryData('subject', originalArgs as number, (subject) => ({
          ...subject,
          reports_about: replace(subject.reports_about),
          reports_by: replace(subject.reports_by),
        })),
      )
    }
  }
  dispatch(reportsApi.util.updateQueryData('report', answer.id, (report) => ({ ...report, ...answer })))
}
