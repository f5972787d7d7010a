import type { Administrator, Call, Handlers } from '@kla/chassis'
import type { ModerationServiceService, SeenVersions } from '@kla/proto'
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

export const seenVersions = (seen: SeenVersions | undefined): ReadonlyMap<number, number> =>
  new Map((seen?.versions ?? []).map(({ id, version }) => [id, version]))

const GRAVE: Permission = 'reports.grave'

export const visibilityFor = ({ permissions }: Administrator): Visibility => ({ grave: permissions.includes(GRAVE) })
