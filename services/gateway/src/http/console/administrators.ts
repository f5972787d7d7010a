import type { Administrator } from '@kla/proto'
import {
  AdministratorChange,
  AdministratorChangeRequest,
  AdministratorCreation,
  AdministratorList,
  AdministratorRequest,
  AdministratorView,
  ApprovalList,
  ApprovalParams,
  ApprovalView,
  IdParams,
} from '@kla/proto/schemas'
import type { AdministratorRole } from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { accountByNumber } from '../../shared/numbers.js'
import { approvalView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, isoOrNull, numberOrNull } from '../values.js'

export const consoleAdministrators: Resource = async (app, { auth }) => {
  /** Null removes the declaration. */
  const askedPlayer = async (given: number | null | undefined, { id: requestId }: FastifyRequest) =>
    given ? accountByNumber(auth, given, { requestId }) : given === null ? 0 : given

  app.get(
    '/admin/administrators',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Administrators', AdministratorList),
    },
    async (request) => {
      const { administrators, secondPerson } = await auth.listAdministrators({}, onBehalfOf(request))
      return { administrators: administrators.map(administratorView), second_person: secondPerson }
    },
  )

  app.post(
    '/admin/administrators',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Create an administrator', AdministratorView, { body: AdministratorCreation }),
    },
    async (request) => {
      const { name, password, role, child_safety: childSafety = false } = request.body
      return administratorView(
        await auth.createAdministrator({ name, password, role, childSafety }, onBehalfOf(request)),
      )
    },
  )

  app.patch(
    '/admin/administrators/:id',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Change an administrator', AdministratorView, {
        params: IdParams,
        body: AdministratorChange,
      }),
    },
    async (request) => {
      const { role, child_safety: childSafety, disabled, password } = request.body
      const { player_id, reset_totp: resetTotp = false, reset_passkeys: resetPasskeys = false } = request.body
      const playerId = await askedPlayer(player_id, request)
      const administrator = await auth.updateAdministrator(
        { id: Number(request.params.id), role, childSafety, disabled, playerId, password, resetTotp, resetPasskeys },
        onBehalfOf(request),
      )
      return administratorView(administrator)
    },
  )

  app.get(
    '/admin/administrators/approvals',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Changes of administrators waiting for a second person', ApprovalList),
    },
    async (request) => {
      const { approvals } = await auth.listAdministratorApprovals({}, onBehalfOf(request))
      return { approvals: approvals.map(approvalView) }
    },
  )

  app.post(
    '/admin/administrators/approvals',
    {
      config: { access: { permission: 'administrators.manage' } },
      schema: consoleCall('Ask a second person for a new administrator', ApprovalView, { body: AdministratorRequest }),
    },
    async (request) => {
      const { name, role, child_safety: childSafety = false, reason } = request.body
      return approvalView(await auth.askForAdministrator({ name, role, childSafety, reason }, onBehalfOf(request)))
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
      const {
        role,
        child_safety: childSafety,
        disabled,
        player_id,
        password = false,
        reset_totp: resetTotp = false,
        reset_passkeys: resetPasskeys = false,
        reason,
      } = request.body
      const id = Number(request.params.id)
      const playerId = await askedPlayer(player_id, request)
      const asked = { id, role, childSafety, disabled, playerId, password, resetTotp, resetPasskeys, reason }
      return approvalView(await auth.askForAdministratorChange(asked, onBehalfOf(request)))
    },
  )

  app.post(
    '/admin/administrators/approvals/:id/approve',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Approve a change of an administrator', ApprovalView, { params: ApprovalParams }),
    },
    async (request) =>
      approvalView(await auth.approveAdministratorChange({ id: request.params.id }, onBehalfOf(request))),
  )
}

const administratorView = (administrator: Administrator): AdministratorView => ({
  id: administrator.id,
  name: administrator.name,
  role: administrator.role as AdministratorRole,
  child_safety: administrator.childSafety,
  totp_enabled: administrator.totpEnabled,
  passkeys: administrator.passkeys,
  disabled: administrator.disabled,
  player_id: numberOrNull(administrator.playerId),
  created_at: isoOf(administrator.createdAtMs),
  last_seen_at: isoOrNull(administrator.lastSeenAtMs),
})
