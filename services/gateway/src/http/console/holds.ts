import { invalidField } from '@kla/chassis'
import {
  ApprovalList,
  ApprovalParams,
  ApprovalView,
  HoldParams,
  HoldPlacement,
  HoldReleaseRequest,
  Success,
} from '@kla/proto/schemas'
import { visibleText } from '@kla/proto/web'
import { approvalView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'

export const consoleHolds: Resource = async (app, { moderation, library }) => {
  app.put(
    '/admin/holds',
    {
      config: { access: { permission: 'holds.manage' } },
      schema: consoleCall('Place a hold', Success, { body: HoldPlacement }),
    },
    async (request) => {
      const { kind, id } = request.body
      const reason = visibleText(request.body.reason)
      if (reason === '') throw invalidField('reason')
      if (kind === 'gif') await library.setGifHold({ id, held: true, reason }, onBehalfOf(request))
      else await moderation.placeHold({ kind, id, reason }, onBehalfOf(request))
      return { success: true as const }
    },
  )

  app.delete(
    '/admin/holds/:kind/:id',
    {
      config: { access: { permission: 'holds.manage' } },
      schema: consoleCall('Release a hold', Success, { params: HoldParams }),
    },
    async (request) => {
      const { kind } = request.params
      const id = Number(request.params.id)
      if (kind === 'gif') await library.setGifHold({ id, held: false, reason: '' }, onBehalfOf(request))
      else await moderation.releaseHold({ kind, id }, onBehalfOf(request))
      return { success: true as const }
    },
  )

  app.get(
    '/admin/holds/approvals',
    {
      config: { access: { permission: 'holds.manage' } },
      schema: consoleCall('Releases of holds waiting for a second person', ApprovalList),
    },
    async (request) => {
      const { approvals } = await moderation.listHoldApprovals({}, onBehalfOf(request))
      return { approvals: approvals.map(approvalView) }
    },
  )

  app.post(
    '/admin/holds/approvals',
    {
      config: { access: { permission: 'holds.manage' } },
      schema: consoleCall('Ask a second person for the release of a hold', ApprovalView, { body: HoldReleaseRequest }),
    },
    async (request) => approvalView(await moderation.askForHoldRelease(request.body, onBehalfOf(request))),
  )

  app.post(
    '/admin/holds/approvals/:id/approve',
    {
      config: { access: { permission: 'holds.manage' } },
      schema: consoleCall('Approve the release of a hold', ApprovalView, { params: ApprovalParams }),
    },
    async (request) =>
      approvalView(await moderation.approveHoldRelease({ id: request.params.id }, onBehalfOf(request))),
  )
}
