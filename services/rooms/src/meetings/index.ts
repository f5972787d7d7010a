import { createRecordPersonView, type Database, implement, type Redis } from '@kla/chassis'
import { MeetingsServiceService } from '@kla/proto'
import type { Module } from '../shared/module.js'
import type { Keys } from '../shared/redis.js'
import type { FindBlockable, Incidents } from '../shared/rules/incident.js'
import { isAccountId } from '../shared/rules/input.js'
import type { Room } from '../shared/rules/room.js'
import { createMeetingFinder, type MeetingFinderDeps } from './meeting-finder.js'
import { createMetPlayers } from './met-players.js'
import { meetingHandlers } from './rpc.js'
import { incidentOf } from './rules.js'
import { createMeetingStore, createPublicNames } from './store.js'

export { createIncidents } from './incident.js'

/** Meetings, as the other modules use them. */
export interface Meetings extends Module {
  record(before: Room | undefined, after: Room): Promise<void>
  hasMet(accountId: number, otherId: number, alias?: number): Promise<boolean>
  readonly findBlockable: FindBlockable
}

export type MeetingsDeps = Omit<MeetingFinderDeps, 'meetings' | 'publicNames' | 'incidents'> & {
  readonly database: Database
  readonly redis: Redis
  readonly keys: Keys
  readonly incidents: Incidents
}

export function createMeetings({ database, redis, keys, ...deps }: MeetingsDeps): Meetings {
  const meetings = createMeetingStore(redis, keys)
  const publicNames = createPublicNames(redis, keys)
  const finder = createMeetingFinder({ meetings, publicNames, ...deps })
  const metPlayers = createMetPlayers({ meetings, ...deps })
  return {
    implementation: implement(
      MeetingsServiceService,
      meetingHandlers({
        finder,
        metPlayers,
        publicNames,
        incidents: deps.incidents,
        recordPersonView: createRecordPersonView(database, 'rooms', deps.now),
      }),
    ),
    record: meetings.record,
    async hasMet(accountId, otherId, alias) {
      const { meeting, namedInPublic } = await finder.find(accountId, otherId, '', alias)
      return meeting !== undefined || namedInPublic
    },
    async findBlockable(accountId, roomId, wanted, alias) {
      if (wanted === 0) {
        const incident = await metPlayers.lastSeatedWith(accountId, roomId)
        return incident && { accountId: incident.other, alias: incident.alias, incident }
      }
      if (!isAccountId(wanted) || wanted === accountId) return undefined
      const kept = await meetings.find(accountId, wanted, alias)
      if (kept) return { accountId: wanted, alias, incident: incidentOf(accountId, wanted, kept, kept.lastMs) }
      // Last, because it needs PostgreSQL.
      return (await finder.isNamedInPublic(wanted)) ? { accountId: wanted, alias, incident: null } : undefined
    },
  }
}
