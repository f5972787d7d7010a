import { heldOf } from '../../domain/hold.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import { holdChange, type HoldParts } from './parts.js'

export const releaseHold =
  ({ holds, now }: HoldParts): ModerationHandlers['releaseHold'] =>
  async (request, call) => {
    const administrator = await call.administrator('holds.manage')
    const held = accepted(heldOf(request))
    await holds.release(held, holdChange('holds.release', held, { administrator, call, now }))
    return {}
  }
