import { type Administrator, type Call, type Handlers, KlaError } from '@kla/chassis'
import type { ModerationServiceService, SeenVersions } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { isOwn, type Visibility } from './rules.js'

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

export const visibilityFor = ({ permissions, playerId }: Administrator): Visibility => ({
  grave: permissions.includes(GRAVE),
  ownAccount: playerId,
})

/** Throws NOT_ALLOWED for the administrator's own player account. */
export function refuseOwn({ playerId }: Administrator, accountId: number | undefined): void {
  if (accountId !== undefined && isOwn({ ownAccount: playerId }, accountId)) {
    throw new KlaError('NOT_ALLOWED', 'This is your own player account. Someone else has to do it.')
  }
}
