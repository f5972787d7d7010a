import { AdministratorChangeRequest, ApprovalList, ApprovalParams, ApprovalView, IdParams } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { approvalView } from '../../views/admin/approvals.js'
import { consoleCall } from './console-call.js'

/** Changes of administrators that take a second person. Who may approve, auth knows: owners, and who has child safety. */
export const administratorApprovals = (app: TypedApp, { auth }: HttpParts): void => {
  app.get(
    '/admin/administrators/approvals',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Changes of administrators that wait for a second person', ApprovalList),
    },
    async (request) => {
      const { approvals } = await auth.listAdministratorApprovals({}, onBehalfOf(request))
      return { approvals: approvals.map(approvalView) }
    },
  )
  app.post(
    '/admin/administrators/:id/approvals',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Ask a second person for a change of an administrator', ApprovalView, {
        params: IdParams,
        body: AdministratorChangeRequest,
      }),
    },
    async (request) => {
      const { role, child_safety: childSafety, disabled, password = false, reset_totp: resetTotp = false, reason } = request.body
      const asked = { id: Number(request.params.id), role, childSafety, disabled, password, resetTotp, reason }
      return approvalView(await auth.askForAdministratorChange(asked, onBehalfOf(request)))
    },
  )
  app.post(
    '/admin/administrators/approvals/:id/approve',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Approve a change of an administrator', ApprovalView, { params: ApprovalParams }),
    },
    async (request) => approvalView(await auth.approveAdministratorChange({ id: request.params.id }, onBehalfOf(request))),
  )
}
