import {
  type AdministratorChangeRequest,
  type AdministratorRequest,
  type AdministratorView,
  type ApprovalList,
  type ApprovalView,
  type DeletedReportList,
  DELETIONS_ALONE_MAX,
  type HoldReleaseRequest,
  type ReportDeletionRequest,
  type ReportView,
} from '@kla/proto/web'
import { playerWords, ROLE_WORDS } from './administrators.js'
import { consoleApi, type ListQuery } from './console-api.js'

const approvalsApi = consoleApi.injectEndpoints({
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
    holdApprovals: build.query<ApprovalList, void>({
      query: () => 'admin/holds/approvals',
      providesTags: ['Approvals'],
    }),
    askForHoldRelease: build.mutation<ApprovalView, HoldReleaseRequest>({
      query: (body) => ({ url: 'admin/holds/approvals', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Approvals']),
    }),
    approveHoldRelease: build.mutation<ApprovalView, string>({
      query: (id) => ({ url: `admin/holds/approvals/${id}/approve`, method: 'POST' }),
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
    askForAdministrator: build.mutation<ApprovalView, AdministratorRequest>({
      query: (body) => ({ url: 'admin/administrators/approvals', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Approvals']),
    }),
    approveAdministratorChange: build.mutation<ApprovalView, string>({
      query: (id) => ({ url: `admin/administrators/approvals/${id}/approve`, method: 'POST' }),
      invalidatesTags: ['Approvals'],
    }),
    deletedReports: build.query<DeletedReportList, ListQuery>({
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
  useHoldApprovalsQuery,
  useAskForHoldReleaseMutation,
  useApproveHoldReleaseMutation,
  useAdministratorApprovalsQuery,
  useAskForAdministratorChangeMutation,
  useAskForAdministratorMutation,
  useApproveAdministratorChangeMutation,
  useDeletedReportsQuery,
  useRestoreReportMutation,
} = approvalsApi

const numbersOf = (param: unknown): readonly number[] =>
  Array.isArray(param) ? param.filter((each) => typeof each === 'number') : []

export const reportsOf = ({ params }: Pick<ApprovalView, 'params'>): readonly number[] => numbersOf(params['ids'])

/** Versions of the reports when their deletion was asked for, by id. */
export const askedVersionsOf = (approval: Pick<ApprovalView, 'params'>): Readonly<Record<string, number>> => {
  const versions = numbersOf(approval.params['versions'])
  return Object.fromEntries(reportsOf(approval).flatMap((id, at) => (versions[at] ? [[String(id), versions[at]]] : [])))
}

/** Names what is held: 'report #7'. */
export const heldWords = ({ params }: Pick<ApprovalView, 'params'>): string =>
  `${String(params['kind'])} #${String(params['id'])}`

/** Returns 0 for an administrator not created yet. */
export const administratorOf = ({ params }: Pick<ApprovalView, 'params'>): number =>
  Number(params['administrator'] ?? 0)

/** Describes a request: 'Delete 25 reports', 'ida: Moderator, new password'. */
export function approvalWords(
  approval: Pick<ApprovalView, 'action' | 'params'>,
  administrators: readonly AdministratorView[],
): string {
  if (approval.action === 'reports.delete') {
    const { length } = reportsOf(approval)
    return `Delete ${length} ${length === 1 ? 'report' : 'reports'}`
  }
  if (approval.action === 'holds.release') return `Release the hold on ${heldWords(approval)}`
  if (approval.action === 'administrators.create') return creationWords(approval.params)
  const id = administratorOf(approval)
  const { role, child_safety, disabled, player_id, password, reset_totp, reset_passkeys } = approval.params
  const parts = [
    ...(typeof role === 'string' ? [ROLE_WORDS[role as AdministratorView['role']] ?? role] : []),
    ...(typeof child_safety === 'boolean' ? [child_safety ? 'with child safety' : 'without child safety'] : []),
    ...(typeof disabled === 'boolean' ? [disabled ? 'disabled' : 'enabled'] : []),
    ...(typeof player_id === 'number' ? [playerWords(player_id || null)] : []),
    ...(password === true ? ['new password'] : []),
    ...(reset_totp === true ? ['authenticator reset'] : []),
    ...(reset_passkeys === true ? ['passkeys reset'] : []),
  ]
  return `${administrators.find((one) => one.id === id)?.name ?? `Administrator ${id}`}: ${parts.join(', ')}`
}

const creationWords = ({ name, role, child_safety }: ApprovalView['params']): string =>
  `New administrator ${String(name)}: ${ROLE_WORDS[role as AdministratorView['role']] ?? String(role)}` +
  (child_safety === true ? ', with child safety' : '')

export const secondPersonForDeletion = (count: number): string =>
  `One administrator can delete at most ${DELETIONS_ALONE_MAX} reports an hour alone. Someone else who deletes reports has to ` +
  `approve the deletion of ${count === 1 ? 'this one' : `these ${count}`}. Ask, and delete them here or under Approvals ` +
  'once it is approved.'
