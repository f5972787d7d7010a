import { KlaError } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { heldOf, holdReason, type HeldKind } from '../../domain/hold.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import { holdChange, type HoldParts } from './parts.js'

const NOT_FOUND: Readonly<Record<HeldKind, Reason>> = { report: 'REPORT_NOT_FOUND', ban: 'BAN_NOT_FOUND' }

export const placeHold =
  ({ holds, now }: HoldParts): ModerationHandlers['placeHold'] =>
  async (request, call) => {
    const administrator = await call.administrator('holds.manage')
    const held = accepted(heldOf(request))
    const reason = accepted(holdReason(request.reason))
    const placement = { reason, byId: administrator.id, by: administrator.name, atMs: now() }
    const found = await holds.place(held, placement, holdChange('holds.place', held, { administrator, call, now }))
    if (!found) throw new KlaError(NOT_FOUND[held.kind])
    return {}
  }
