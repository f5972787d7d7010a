import type { Administrator, Call, Handlers } from '@kla/chassis'
import type { ModerationServiceService } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import type { Visibility } from './rules.js'

export type ModerationHandlers = Handlers<ModerationServiceService>

export const auditedBy = (administrator: Administrator, call: Call, now: () => number) => ({
  atMs: now(),
  actorId: administrator.id,
  actor: administrator.name,
  requestId: call.requestId,
  eventId: '',
})

export type AuditedBy = ReturnType<typeof auditedBy>

const GRAVE: Permission = 'reports.grave'

export const visibilityFor = ({ permissions }: Administrator): Visibility => ({ grave: permissions.includes(GRAVE) })
