import { type Administrator, type Call, type Handlers, KlaError } from '@kla/chassis'
import type { ModerationServiceService } from '@kla/proto'
import { isRefused, type Refused } from './rules.js'

/** What was decided, or the refusal as an error. */
export function accepted<T extends object | string | number>(decision: T | Refused): T {
  if (isRefused(decision)) throw new KlaError(decision.refused)
  return decision
}

export type ModerationHandlers = Handlers<ModerationServiceService>

/** The parts of an audit entry that every call brings. */
export const audited = (administrator: Administrator, call: Call, now: () => number) => ({
  atMs: now(),
  actorId: administrator.id,
  actor: administrator.name,
  requestId: call.requestId,
  factId: '',
})
