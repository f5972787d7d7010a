import { type Static, Type } from 'typebox'
import { APPROVAL_REASON_MAX, BAN_REASON_MAX, HOLD_KINDS } from '../moderation.js'
import { id, idText } from './fields.js'

/** `PUT /admin/holds`, `DELETE /admin/holds/{kind}/{id}`. */
export const HoldPlacement = Type.Object(
  { kind: Type.Enum(HOLD_KINDS), id, reason: Type.String({ minLength: 1, maxLength: BAN_REASON_MAX }) },
  { $id: 'HoldPlacement' },
)
export type HoldPlacement = Static<typeof HoldPlacement>
export const HoldParams = Type.Object({ kind: Type.Enum(HOLD_KINDS), id: idText })

/** Body of `POST /admin/holds/approvals`; holds on GIFs take one person. */
export const HoldReleaseRequest = Type.Object(
  { kind: Type.Enum(['report', 'ban']), id, reason: Type.String({ minLength: 1, maxLength: APPROVAL_REASON_MAX }) },
  { $id: 'HoldReleaseRequest' },
)
export type HoldReleaseRequest = Static<typeof HoldReleaseRequest>
