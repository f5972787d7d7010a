import { KlaError, type Administrator, type Call, type Handlers } from '@kla/chassis'
import type { ModerationServiceService } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { isRefused, type Refused, type Visibility } from './rules.js'

export type ModerationHandlers = Handlers<ModerationServiceService>

export function accepted<T extends object | string | number>(decision: T | Refused): T {
  if (isRefused(decision)) throw new KlaError(decision.refused)
  return decision
}

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
