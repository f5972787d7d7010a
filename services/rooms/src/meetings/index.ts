import { implement, type Redis } from '@kla/chassis'
import { MeetingsServiceService } from '@kla/proto'
import type { Module } from '../shared/module.js'
import type { Keys } from '../shared/redis.js'
import type { Room } from '../shared/rules/room.js'
import { createFindAcquaintance, type AcquaintanceDeps } from './find-acquaintance.js'
import { meetingHandlers } from './rpc.js'
import { createMeetingStore, createPublicNames } from './store.js'

export interface Meetings extends Module {
  /** Stores what a change of a room means. Idempotent. */
  record(before: Room | undefined, after: Room): Promise<void>
  isAcquainted(accountId: number, otherId: number): Promise<boolean>
}

export type MeetingsDeps = Omit<AcquaintanceDeps, 'meetings' | 'publicNames'> & { readonly redis: Redis; readonly keys: Keys }

/** Who has met whom: read before a block or a report. */
export function createMeetings({ redis, keys, ...deps }: MeetingsDeps): Meetings {
  const meetings = createMeetingStore(redis, keys)
  const publicNames = createPublicNames(redis, keys)
  const findAcquaintance = createFindAcquaintance({ meetings, publicNames, ...deps })
  return {
    implementation: implement(MeetingsServiceService, meetingHandlers({ findAcquaintance, publicNames })),
    record: meetings.record,
    async isAcquainted(accountId, otherId) {
      const { meeting, namedInPublic } = await findAcquaintance(accountId, otherId)
      return meeting !== undefined || namedInPublic
    },
  }
}
