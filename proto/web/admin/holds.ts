import { type Static, Type } from 'typebox'
import { BAN_REASON_MAX, HOLD_KINDS } from '../moderation.js'
import { id, idText } from './fields.js'

/** `PUT /admin/holds`, `DELETE /admin/holds/{kind}/{id}`. */
export const HoldPlacement = Type.Object(
  { kind: Type.Enum(HOLD_KINDS), id, reason: Type.String({ minLength: 1, maxLength: BAN_REASON_MAX }) },
  { $id: 'HoldPlacement' },
)
export type HoldPlacement = Static<typeof HoldPlacement>
export const HoldParams = Type.Object({ kind: Type.Enum(HOLD_KINDS), id: idText })
