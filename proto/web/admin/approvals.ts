import { type Static, Type } from 'typebox'
import { APPROVAL_REASON_MAX, BULK_MAX } from '../moderation.js'
import { ADMINISTRATOR_ROLES } from '../permissions.js'
import { playerId } from './administrators.js'
import { id, iso, nullable, uuidText } from './fields.js'

/** Approval, after which the requester repeats the call. */
export const ApprovalView = Type.Object(
  {
    id: Type.String(),
    action: Type.String({ description: 'As in the audit log: `administrators.update`, `reports.delete`.' }),
    params: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The only change that the approval allows.',
    }),
    reason: Type.String(),
    asked_by_id: Type.Integer(),
    asked_by: Type.String(),
    asked_at: iso,
    approved_by: nullable(Type.String()),
    until: iso,
  },
  { $id: 'ApprovalView' },
)
export type ApprovalView = Static<typeof ApprovalView>

/** `GET /admin/administrators/approvals`, `/admin/reports/approvals`, `/admin/holds/approvals`: newest first. */
export const ApprovalList = Type.Object({ approvals: Type.Array(ApprovalView) }, { $id: 'ApprovalList' })
export type ApprovalList = Static<typeof ApprovalList>

export const ApprovalParams = Type.Object({ id: uuidText })

const reason = Type.String({ minLength: 1, maxLength: APPROVAL_REASON_MAX })

/** `POST /admin/administrators/{id}/approvals`. */
export const AdministratorChangeRequest = Type.Object(
  {
    role: Type.Optional(Type.Enum(ADMINISTRATOR_ROLES)),
    child_safety: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Type.Boolean()),
    player_id: Type.Optional(playerId),
    password: Type.Optional(Type.Literal(true, { description: 'A new password, given when the change is made.' })),
    reset_totp: Type.Optional(Type.Literal(true)),
    reset_passkeys: Type.Optional(Type.Literal(true)),
    reason,
  },
  { $id: 'AdministratorChangeRequest' },
)
export type AdministratorChangeRequest = Static<typeof AdministratorChangeRequest>

/** `POST /admin/administrators/approvals`, for a new administrator. */
export const AdministratorRequest = Type.Object(
  {
    name: Type.String({ maxLength: 100 }),
    role: Type.Enum(ADMINISTRATOR_ROLES),
    child_safety: Type.Optional(Type.Boolean()),
    reason,
  },
  { $id: 'AdministratorRequest' },
)
export type AdministratorRequest = Static<typeof AdministratorRequest>

/** Body of `POST /admin/reports/approvals`. */
export const ReportDeletionRequest = Type.Object(
  { ids: Type.Array(id, { minItems: 1, maxItems: BULK_MAX }), reason },
  { $id: 'ReportDeletionRequest' },
)
export type ReportDeletionRequest = Static<typeof ReportDeletionRequest>
