import { ApprovalList, ApprovalParams, ApprovalView, ReportDeletionRequest } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { approvalView } from '../../views/admin/approvals.js'
import { consoleCall } from './console-call.js'

/** Deletions of many reports, which take a second person. */
export const reportApprovals = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/admin/reports/approvals',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Deletions of reports that wait for a second person', ApprovalList),
    },
    async (request) => {
      const { approvals } = await moderation.listReportApprovals({}, onBehalfOf(request))
      return { approvals: approvals.map(approvalView) }
    },
  )
  app.post(
    '/admin/reports/approvals',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Ask a second person for the deletion of reports', ApprovalView, { body: ReportDeletionRequest }),
    },
    async (request) => approvalView(await moderation.askForReportDeletion(request.body, onBehalfOf(request))),
  )
  app.post(
    '/admin/reports/approvals/:id/approve',
    {
      config: { access: { permission: 'reports.delete' } },
      schema: consoleCall('Approve the deletion of reports', ApprovalView, { params: ApprovalParams }),
    },
    async (request) => approvalView(await moderation.approveReportDeletion({ id: request.params.id }, onBehalfOf(request))),
  )
}
