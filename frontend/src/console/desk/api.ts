import type {
  DeskRule,
  DeskRulesView,
  JobDetailView,
  JobList,
  JobView,
  OpinionListView,
  OpinionOrder,
  OpinionView,
  ReportDetailView,
} from '@kla/proto/web'
import { consoleApi } from '../entities/console-api.js'

const LIST = { type: 'Jobs', id: 'LIST' } as const
const RULES = { type: 'Jobs', id: 'RULES' } as const

export const jobsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** A page follows the one before by its cursor; all that are shown are read again together. */
    jobs: build.infiniteQuery<JobList, { limit: number; mine?: '1' }, string>({
      query: ({ queryArg, pageParam }) => ({
        url: 'admin/jobs',
        params: { ...queryArg, ...(pageParam !== '' && { after: pageParam }) },
      }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: [LIST],
    }),
    job: build.query<JobDetailView, number>({
      query: (id) => `admin/jobs/${id}`,
      providesTags: (_, __, id) => [{ type: 'Jobs', id }],
    }),
    claimNext: build.mutation<JobDetailView, void>({
      query: () => ({ url: 'admin/jobs/claim', method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : [LIST]),
    }),
    claimJob: build.mutation<JobDetailView, number>({
      query: (id) => ({ url: `admin/jobs/${id}/claim`, method: 'POST' }),
      invalidatesTags: [LIST],
    }),
    renewClaim: build.mutation<JobView, { id: number; claim: string }>({
      query: ({ id, claim }) => ({ url: `admin/jobs/${id}/renew`, method: 'POST', body: { claim } }),
    }),
    /** Outlives the page, so that closing the tab gives the job back. */
    releaseJob: build.mutation<JobView, { id: number; claim: string }>({
      query: ({ id, claim }) => ({ url: `admin/jobs/${id}/release`, method: 'POST', body: { claim }, keepalive: true }),
      invalidatesTags: [LIST],
    }),
    deskRules: build.query<DeskRulesView, void>({
      query: () => 'admin/desk/rules',
      providesTags: [RULES],
    }),
    setDeskRule: build.mutation<DeskRulesView, { rule: DeskRule; acting: boolean }>({
      query: ({ rule, acting }) => ({ url: `admin/desk/rules/${rule}`, method: 'PUT', body: { acting } }),
      invalidatesTags: [RULES, LIST],
    }),
    opinions: build.query<OpinionListView, void>({
      query: () => 'admin/opinions',
      providesTags: ['Opinions', 'Desk'],
    }),
    opinion: build.query<OpinionView, number>({
      query: (id) => `admin/opinions/${id}`,
      providesTags: (_, __, id) => [{ type: 'Opinions', id }],
    }),
    opinionReport: build.query<ReportDetailView, { id: number; report: number }>({
      query: ({ id, report }) => `admin/opinions/${id}/reports/${report}`,
    }),
    giveOpinion: build.mutation<OpinionView, { id: number } & OpinionOrder>({
      query: ({ id, ...body }) => ({ url: `admin/opinions/${id}`, method: 'POST', body }),
      invalidatesTags: ['Opinions', 'Audit'],
    }),
  }),
})

export const {
  useJobsInfiniteQuery,
  useJobQuery,
  useClaimNextMutation,
  useClaimJobMutation,
  useRenewClaimMutation,
  useReleaseJobMutation,
  useDeskRulesQuery,
  useSetDeskRuleMutation,
  useOpinionsQuery,
  useOpinionQuery,
  useOpinionReportQuery,
  useGiveOpinionMutation,
} = jobsApi
