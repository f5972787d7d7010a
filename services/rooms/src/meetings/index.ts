import { implement, type Redis } from '@kla/chassis'
import { MeetingsServiceService } from '@kla/proto'
import type { Module } from '../shared/module.js'
import type { Keys } from '../shared/redis.js'
import type { FindBlockable, Incidents } from '../shared/rules/incident.js'
import { isAccountId } from '../shared/rules/input.js'
import type { Room } from '../shared/rules/room.js'
import { type AcquaintanceDeps, createFindAcquaintance } from './find-acquaintance.js'
import { createMetPeople } from './met-people.js'
import { meetingHandlers } from './rpc.js'
import { incidentOf } from './rules.js'
import { createMeetingStore, createPublicNames } from './store.js'

export { createIncidents } from './incident.js'

/** Meetings, as the other modules use them. */
export interface Meetings extends Module {
  record(before: Room | undefined, after: Room): Promise<void>
  isAcquainted(accountId: number, otherId: number, alias?: number): Promise<boolean>
  readonly findBlockable: FindBlockable
}

export type MeetingsDeps = Omit<AcquaintanceDeps, 'meetings' | 'publicNames' | 'incidents'> & {
  readonly redis: Redis
  readonly keys: Keys
  readonly incidents: Incidents
}

export function createMeetings({ redis, keys, ...deps }: MeetingsDeps): Meetings {
  const meetings = createMeetingStore(redis, keys)
  const publicNames = createPublicNames(redis, keys)
  const acquaintances = createFindAcquaintance({ meetings, publicNames, ...deps })
  const people = createMetPeople({ meetings, ...deps })
  return {
    implementation: implement(
      MeetingsServiceService,
      meetingHandlers({ acquaintances, people, publicNames, incidents: deps.incidents }),
    ),
    record: meetings.record,
    async isAcquainted(accountId, otherId, alias) {
      const { meeting, namedInPublic } = await acquaintances.find(accountId, otherId, '', alias)
      return meeting !== undefined || namedInPublic
    },
    async findBlockable(accountId, roomId, wanted, alias) {
      if (wanted === 0) {
        const incident = await people.lastSeatedWith(accountId, roomId)
        return incident && { accountId: incident.other, alias: incident.alias, incident }
      }
      if (!isAccountId(wanted) || wanted === accountId) return undefined
      const kept = await meetings.find(accountId, wanted, alias)
      if (kept) return { accountId: wanted, alias, incident: incidentOf(accountId, wanted, kept, kept.lastMs) }
      // Last, because it needs PostgreSQL.
      return (await acquaintances.isNamedInPublic(wanted)) ? { accountId: wanted, alias, incident: null } : undefined
    },
  }
}
