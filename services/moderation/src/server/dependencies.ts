import type { Administrator, Call, Handlers } from '@kla/chassis'
import type { ModerationServiceService } from '@kla/proto'

export type ModerationHandlers = Handlers<ModerationServiceService>

/** The parts of an audit entry that every call brings. */
export const audited = (administrator: Administrator, call: Call, now: () => number) => ({
  atMs: now(),
  actorId: administrator.id,
  actor: administrator.name,
  requestId: call.requestId,
  factId: '',
})
